/** A page as the reader sees it: its size, and where its points are on the sheet before the page's rotation. */
import type { PDFPage } from "@cantoo/pdf-lib";

export interface SeenPage {
  width: number;
  height: number;
  /** Degrees by which what is drawn must be rotated: 0, 90, 180 or 270. */
  turn: number;
  /** Converts a point as the reader sees it, from the bottom left, to a point on the sheet. */
  place(x: number, y: number): { x: number; y: number };
}

export function seenPage(page: PDFPage): SeenPage {
  const box = page.getCropBox();
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  const isSideways = turn === 90 || turn === 270;
  const place = (x: number, y: number) => {
    if (turn === 90) return { x: box.x + box.width - y, y: box.y + x };
    if (turn === 180) return { x: box.x + box.width - x, y: box.y + box.height - y };
    if (turn === 270) return { x: box.x + y, y: box.y + box.height - x };
    return { x: box.x + x, y: box.y + y };
  };
  return {
    width: isSideways ? box.height : box.width,
    height: isSideways ? box.width : box.height,
    turn,
    place,
  };
}
