/** `Range` (RFC 9110, 14.2) with one range. For several ranges the response is the whole file, as the RFC allows. */

export interface ByteRange {
  offset: number;
  length: number;
}

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** The requested range within `size` bytes; null = the whole file, "unsatisfiable" = 416. */
export function parseRange(header: string | undefined, size: number): ByteRange | null | "unsatisfiable" {
  const [, first, last] = SINGLE.exec(header?.replaceAll(" ", "") ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { offset: size - length, length };
  }
  const offset = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < offset) return null;
  return offset >= size ? "unsatisfiable" : { offset, length: end - offset + 1 };
}
