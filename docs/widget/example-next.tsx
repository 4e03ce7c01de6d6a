"use client";

import type { PlatenButtonElement } from "./platen-button";

function listen(button: PlatenButtonElement | null) {
  const controller = new AbortController();
  button?.addEventListener("platen-done", ({ detail }) => console.log(`${detail.filename} is ready`), {
    signal: controller.signal,
  });
  return () => controller.abort();
}

export function SaveAsPdf() {
  return (
    <>
      <script src="https://YOUR-PLATEN-HOST/cdn/widget/bundle.js" async />
      <platen-button ref={listen} public-key="pk_live_…" pdf-format="Letter" />
    </>
  );
}
