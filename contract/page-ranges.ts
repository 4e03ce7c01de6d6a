/** Page numbers of a PDF, such as `1-3, 5, 8-`. */

interface PageRange {
  first: number;
  last: number;
}

const RANGE = /^([1-9]\d{0,4})(-([1-9]\d{0,4})?)?$/;

/** The ranges in the order of the text. A range such as `8-` has no end. Null when the text is not a list of ranges. */
function parse(text: string): PageRange[] | null {
  const ranges: PageRange[] = [];
  for (const part of text.split(",")) {
    const [, from, dash, to] = RANGE.exec(part.trim()) ?? [];
    if (from === undefined) return null;
    const first = Number(from);
    const last = to ? Number(to) : dash ? Number.POSITIVE_INFINITY : first;
    if (last < first) return null;
    ranges.push({ first, last });
  }
  return ranges;
}

export function isPageRanges(text: string): boolean {
  return parse(text) !== null;
}

export interface PageSelection {
  /** Page numbers, ascending. */
  pages: number[];
  /** The first selected page that the limit leaves out; null if it leaves out none. */
  next: number | null;
}

/** Selects the first `limit` pages of the ranges, each page once. Without ranges, of all pages. */
export function selectPages(text: string | undefined, limit: number): PageSelection {
  const ranges = parse(text ?? "1-") ?? [];
  const after = (page: number) => {
    const starts = ranges.filter(({ last }) => last > page).map(({ first }) => Math.max(first, page + 1));
    return starts.length > 0 ? Math.min(...starts) : null;
  };
  const pages: number[] = [];
  let next = after(0);
  while (next !== null && pages.length < limit) {
    pages.push(next);
    next = after(next);
  }
  return { pages, next };
}
