/** Draws the first pages of a PDF in a browser, because pdf.js needs a canvas. */
import type { Page } from "puppeteer-core";

export interface DrawPlace {
  page: Page;
  /** The address of pdf.js's build folder, on the page's origin. */
  pdfjs: string;
}

/** Returns at most `maxPages` PNGs, `width` px wide. */
export async function drawPdf({ page, pdfjs }: DrawPlace, pdf: Uint8Array, maxPages: number, width: number) {
  const drawn = await page.evaluate(
    async (folder, base64, limit, widthPx) => {
      const { getDocument, GlobalWorkerOptions }: typeof import("pdfjs-dist") = await import(
        `${folder}/pdf.mjs`
      );
      GlobalWorkerOptions.workerSrc = `${folder}/pdf.worker.mjs`;
      const data = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const task = getDocument({ data, verbosity: 0 });
      const file = await task.promise;
      const pictures: string[] = [];
      for (let number = 1; number <= Math.min(limit, file.numPages); number++) {
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
    maxPages,
    width,
  );
  return drawn.map((base64) => Buffer.from(base64, "base64"));
}
