import { expect, test } from "vitest";
import { isPageRanges, selectPages } from "./page-ranges.ts";

test.for(["1", "1-3, 5", "8-", " 2 ,4-4", "99999"])("%j is a list of page ranges", (text) => {
  expect(isPageRanges(text)).toBe(true);
});

test.for(["", "0", "3-1", "-3", "1-999999999999", "1;2", "1,,2", "a", "1.5"])("%j is refused", (text) => {
  expect(isPageRanges(text)).toBe(false);
});

test.for<[text: string | undefined, limit: number, pages: number[], next: number | null]>([
  [undefined, 3, [1, 2, 3], 4],
  ["5, 1-3", 5, [1, 2, 3, 5], null],
  ["1-3, 2-4", 3, [1, 2, 3], 4],
  ["2, 9-", 1, [2], 9],
  ["99999", 5, [99_999], null],
])("of %j, a limit of %i selects the first pages", ([text, limit, pages, next]) => {
  expect(selectPages(text, limit)).toEqual({ pages, next });
});
