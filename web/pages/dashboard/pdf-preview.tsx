/** The first page of a PDF on a canvas: the same in every browser, phones too, which show no PDF inside a page. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState } from "react";

GlobalWorkerOptions.workerSrc = workerUrl;

/** Canvas pixels across: sharp on a dense screen at the preview's width. */
const WIDTH_PX = 760;

async function drawFirstPage(document: PDFDocumentProxy, canvas: HTMLCanvasElement): Promise<void> {
  const page = await document.getPage(1);
  const scale = WIDTH_PX / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
}

export function PdfPreview({ url, label }: { url: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const loading = getDocument({ url, isEvalSupported: false });
    let left = false;
    loading.promise
      .then((document) => (canvas.current && !left ? drawFirstPage(document, canvas.current) : undefined))
      .catch((error: unknown) => {
        if (left) return;
        console.error("The preview could not be drawn.", error);
        setFailed(true);
      });
    return () => {
      left = true;
      void loading.destroy();
    };
  }, [url]);

  if (failed) return <p className="p-4 text-muted text-sm">No preview; the file is ready all the same.</p>;
  return <canvas ref={canvas} role="img" aria-label={label} className="block w-full bg-[#fff]" />;
}
