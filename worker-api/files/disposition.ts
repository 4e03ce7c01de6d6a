/** `Content-Disposition` (RFC 6266): an ASCII name for old clients, the whole name in UTF-8 (RFC 8187). */

const MAX_NAME_CHARS = 150;

/** Percent-encodes for RFC 8187, which escapes four characters more than encodeURIComponent does. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The name without characters that file systems, headers or terminals interpret. The extension stays. */
function cleanName(name: string): string {
  const clean = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const dot = clean.lastIndexOf(".");
  const extension = dot < 0 ? "" : clean.slice(dot);
  const stem = (dot < 0 ? clean : clean.slice(0, dot)).replace(/^\.+/, "");
  const short = [...stem]
    .slice(0, MAX_NAME_CHARS - extension.length)
    .join("")
    .trim();
  return `${short || "page"}${extension}`;
}

export function contentDisposition(type: "inline" | "attachment", filename: string): string {
  const name = cleanName(filename);
  const ascii = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]|%/g, "_");
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`;
}
