/** The file name of a result. */
import type { StoredType } from "#contract/job/values.ts";

const MAX_CHARS = 80;
/** Characters that a file system forbids, and invisible ones, such as those that reverse the direction of text. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** File name from the document's title, or from the host name without one: "Annual report.pdf". `url` may be empty. */
export function fileName(title: string, url: string, type: StoredType): string {
  return `${clean(title) || clean(URL.parse(url)?.hostname ?? "") || "page"}.${type}`;
}

function clean(text: string): string {
  const plain = text.replace(UNSAFE, " ").replace(/\s+/g, " ").trim();
  return [...plain]
    .slice(0, MAX_CHARS)
    .join("")
    .replace(/^[.\s]+|[.\s]+$/g, "");
}
