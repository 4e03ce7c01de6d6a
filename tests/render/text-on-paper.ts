/** Reads the text that is visible on the sheets of a PDF, and its size. */
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface TextOnPaper {
  /** Visible text in the order of the file. An item that is partly outside of its sheet is left out. */
  text: string;
  /** Size of the first visible text, in points. */
  sizePt: number;
}

export async function textOnPaper(bytes: Uint8Array): Promise<TextOnPaper> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const lines: string[] = [];
  let sizePt = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const isOnSheet = (x: number, y: number) => x >= left && x <= right && y >= bottom && y <= top;
    for (const item of (await page.getTextContent()).items) {
      if (!("str" in item)) continue;
      const [a = 0, b = 0, , , x = 0, y = 0] = item.transform.map(Number);
      const size = Math.hypot(a, b);
      const end = { x: x + (a / size) * item.width, y: y + (b / size) * item.width };
      if (item.str.trim() && isOnSheet(x, y) && isOnSheet(end.x, end.y)) sizePt ||= size;
      else if (item.str.trim()) continue;
      lines.push(item.str + (item.hasEOL ? "\n" : ""));
    }
  }
  await task.destroy();
  return { text: lines.join(""), sizePt };
}
