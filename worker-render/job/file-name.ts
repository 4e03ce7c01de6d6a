/** The name that a result is saved under. */
import type { FileType } from "#contract/job/values.ts";

const MAX_CHARS = 80;
/** What some file system forbids, and what would hide or turn text. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** From the document's title, else from the address: "Annual report.pdf". */
export function fileName(title: string, url: string, type: FileType): string {
  return `${clean(title) || clean(new URL(url).hostname) || "page"}.${type}`;
}

function clean(text: string): string {
  const plain = text.replace(UNSAFE, " ").replace(/\s+/g, " ").trim();
  return [...plain]
    .slice(0, MAX_CHARS)
    .join("")
    .replace(/^[.\s]+|[.\s]+$/g, "");
}
