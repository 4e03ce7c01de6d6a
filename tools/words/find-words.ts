import { HOUSE_STYLE } from "./house-style.ts";

export interface Found {
  /** From 1. */
  line: number;
  word: string;
  use: string;
}

/** The words of a text that are not in the house style. */
export function findWords(text: string): Found[] {
  return text.split("\n").flatMap((content, index) =>
    HOUSE_STYLE.flatMap(({ pattern, use }) => {
      const word = pattern.exec(content)?.[0];
      return word === undefined ? [] : [{ line: index + 1, word, use }];
    }),
  );
}
