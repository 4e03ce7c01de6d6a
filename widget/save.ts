/** Downloads the file without leaving the page. */
import type { Finished } from "./service.ts";

/** Safari starts to read the blob only after the click, so its URL must stay valid for a while. */
const REVOKE_AFTER_MS = 60_000;

export function save(file: Finished, blob: Blob | null): void {
  const link = document.createElement("a");
  link.download = file.filename;
  if (blob) {
    link.href = URL.createObjectURL(blob);
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
  } else {
    // Browsers ignore `download` for another origin. If they show the file instead, it opens in a new tab.
    link.href = `${file.url}&download=1`;
    link.target = "_blank";
  }
  link.click();
}
