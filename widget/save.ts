/** Hands the file to the visitor without leaving the page. */
import type { Finished } from "./service.ts";

/** Safari reads the blob some time after the click. */
const REVOKE_AFTER_MS = 60_000;

export function save(file: Finished, blob: Blob | null): void {
  const link = document.createElement("a");
  link.download = file.filename;
  if (blob) {
    link.href = URL.createObjectURL(blob);
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
  } else {
    // Across origins `download` is ignored; should the browser show the file, it does so beside the page.
    link.href = `${file.url}&download=1`;
    link.target = "_blank";
  }
  link.click();
}
