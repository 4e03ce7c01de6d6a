/** Reads a PDF with pdf.js, a different program from the one that wrote it. */
import { getDocument, OPS, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

const PT_PER_PX = 0.75;
const ICON_PX = 16;

export interface PdfPage {
  /** Points. */
  width: number;
  height: number;
  text: string;
  /** The number of painted pictures that are larger than an icon. Chromium's sign of a broken picture is an icon. */
  images: number;
}

export interface PdfContents {
  pages: PdfPage[];
  /** The scale of most of the text: at 1, a px of the page is 0.75 points. Null without text. */
  scale: number | null;
  tagged: boolean;
  outlined: boolean;
}

interface Operators {
  fnArray: number[];
  argsArray: unknown[][];
}

const IMAGES = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageXObjectRepeat]);
const TEXTS = new Set([OPS.showText, OPS.showSpacedText, OPS.nextLineShowText]);

function countImages({ fnArray, argsArray }: Operators): number {
  return fnArray.filter((operation, index) => {
    const [, width, height] = argsArray[index] ?? [];
    return IMAGES.has(operation) && Math.max(Number(width), Number(height)) > ICON_PX;
  }).length;
}

/** Counts how often text is painted at each scale. */
function countScales({ fnArray, argsArray }: Operators, counts: Map<number, number>): void {
  let scale = 1;
  const saved: number[] = [];
  for (const [index, operation] of fnArray.entries()) {
    if (operation === OPS.save) saved.push(scale);
    if (operation === OPS.restore) scale = saved.pop() ?? scale;
    if (operation === OPS.transform) {
      const [a = 1, b = 0] = (argsArray[index] ?? []).map(Number);
      scale *= Math.hypot(a, b);
    }
    if (TEXTS.has(operation)) {
      const rounded = Math.round((scale / PT_PER_PX) * 10_000) / 10_000;
      counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
    }
  }
}

export async function readPdf(bytes: Uint8Array): Promise<PdfContents> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const pages: PdfPage[] = [];
  const scales = new Map<number, number>();
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    const operators = await page.getOperatorList();
    countScales(operators, scales);
    pages.push({
      width,
      height,
      text,
      images: countImages(operators),
    });
  }
  const [commonest] = [...scales].sort(([, one], [, other]) => other - one);
  const [marks, outline] = [await document.getMarkInfo(), await document.getOutline()];
  await task.destroy();
  return {
    pages,
    scale: commonest?.[0] ?? null,
    tagged: marks?.Marked === true,
    outlined: (outline?.length ?? 0) > 0,
  };
}
