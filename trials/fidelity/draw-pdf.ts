/** Draws the first pages of a PDF, in a browser: pdf.js needs a canvas. */
import type { Page } from "puppeteer-core";

export interface DrawPlace {
  page: Page;
  /** Address of pdf.js's build folder, of the page's own origin. */
  pdfjs: string;
}

/** PNGs `width` px wide. */
export async function drawPdf({ page, pdfjs }: DrawPlace, pdf: Uint8Array, most: number, width: number) {
  const drawn = await page.evaluate(
    async (folder, base64, mostPages, widthPx) => {
      const { getDocument, GlobalWorkerOptions }: typeof import("pdfjs-dist") = await import(
        `${folder}/pdf.mjs`
      );
      GlobalWorkerOptions.workerSrc = `${folder}/pdf.worker.mjs`;
      const data = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const task = getDocument({ data, verbosity: 0 });
      const file = await task.promise;
      const pictures: string[] = [];
      for (let number = 1; number <= Math.min(mostPages, file.numPages); number++) {
        const sheet = await file.getPage(number);
        const viewport = sheet.getViewport({ scale: widthPx / sheet.getViewport({ scale: 1 }).width });
        const canvas = document.createElement("canvas");
        canvas.width = Math.round(viewport.width);
        canvas.height = Math.round(viewport.height);
        await sheet.render({ canvas, viewport }).promise;
        pictures.push(canvas.toDataURL("image/png").replace(/^.*,/, ""));
      }
      await task.destroy();
      return pictures;
    },
    pdfjs,
    Buffer.from(pdf).toString("base64"),
    most,
    width,
  );
  return drawn.map((base64) => Buffer.from(base64, "base64"));
}
