import { expect, test } from "vitest";
import { readGuides } from "./docs.ts";

test.for(readGuides())(
  "the tables of $name are what the contract says (npm run docs writes them)",
  ({ text, renewed }) => {
    expect(text).toBe(renewed);
  },
);
