/** Reads what is painted on the first page of a PDF: the place of the largest shape, and the fill colours. */
import { getDocument, OPS, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Distances from the edges of the sheet, in points. */
export interface Edges {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Place of the largest shape on the first page. A shape that covers the whole sheet does not count. */
export async function inkBox(bytes: Uint8Array): Promise<Edges> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const page = await (await task.promise).getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const { fnArray, argsArray } = await page.getOperatorList();
  let matrix = [1, 0, 0, 1, 0, 0];
  const saved: number[][] = [];
  let best: { area: number; edges: Edges } | null = null;
  for (const [index, operation] of fnArray.entries()) {
    const args: unknown[] = argsArray[index] ?? [];
    if (operation === OPS.save) saved.push(matrix);
    if (operation === OPS.restore) matrix = saved.pop() ?? matrix;
    if (operation === OPS.transform) matrix = times(matrix, args.map(Number));
    const bounds = args.at(-1);
    if (operation !== OPS.constructPath || !(bounds instanceof Float32Array)) continue;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bounds;
    const [ax, ay] = apply(matrix, x0, y0);
    const [bx, by] = apply(matrix, x1, y1);
    const left = Math.max(0, Math.min(ax, bx));
    const right = Math.min(width, Math.max(ax, bx));
    const bottom = Math.max(0, Math.min(ay, by));
    const top = Math.min(height, Math.max(ay, by));
    const area = (right - left) * (top - bottom);
    const whole = area > width * height * 0.999;
    if (!whole && (!best || area > best.area)) {
      best = { area, edges: { left, right: width - right, bottom, top: height - top } };
    }
  }
  await task.destroy();
  if (!best) throw new Error("Nothing is painted.");
  return best.edges;
}

/** Fill colours of the first page, as CSS: `rgb(1, 2, 3)`. */
export async function fillsOf(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const { fnArray, argsArray } = await (await (await task.promise).getPage(1)).getOperatorList();
  await task.destroy();
  const fills = fnArray.flatMap((operation, index) =>
    operation === OPS.setFillRGBColor ? [String(argsArray[index])] : [],
  );
  return fills.map(
    (hex) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`,
  );
}

function times(m: number[], n: number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function apply(m: number[], x: number, y: number): [number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  return [a * x + c * y + e, b * x + d * y + f];
}
