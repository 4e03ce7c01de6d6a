/**
 * Draws the first page of a PDF on a canvas. Browsers on phones cannot show a PDF inside a page. The legacy build of
 * pdf.js draws in browsers from 2024, the usual one only in those from 2026.
 */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState } from "react";

GlobalWorkerOptions.workerSrc = workerUrl;

async function drawFirstPage(
  document: PDFDocumentProxy,
  canvas: HTMLCanvasElement,
  widthPx: number,
): Promise<void> {
  const page = await document.getPage(1);
  const scale = widthPx / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
}

interface PdfPreviewProps {
  url: string;
  /** Text alternative; empty if the text beside the preview says the same. */
  label: string;
  /** Width of the canvas in pixels: twice the width on the page, for dense screens. */
  widthPx: number;
}

export function PdfPreview({ url, label, widthPx }: PdfPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Every response with the job has a newly signed link to the same file. The first link avoids loading it again.
  const [firstUrl] = useState(url);
  const [state, setState] = useState<"loading" | "drawn" | "failed">("loading");

  useEffect(() => {
    const loading = getDocument({ url: firstUrl, isEvalSupported: false, disableAutoFetch: true });
    let left = false;
    loading.promise
      .then(async (document) => {
        if (!canvas.current || left) return;
        await drawFirstPage(document, canvas.current, widthPx);
        setState("drawn");
      })
      .catch((error: unknown) => {
        if (left) return;
        console.error("The preview could not be drawn.", error);
        setState("failed");
      });
    return () => {
      left = true;
      void loading.destroy();
    };
  }, [firstUrl, widthPx]);

  if (state === "failed")
    return label ? <p className="p-4 text-muted text-sm">This file has no preview.</p> : null;
  const words = label ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": true } as const);
  return (
    <canvas
      ref={canvas}
      {...words}
      data-state={state}
      className="block w-full bg-[#fff] data-[state=loading]:aspect-[210/297]"
    />
  );
}
