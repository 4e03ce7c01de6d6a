import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readGuides } from "./docs.ts";
import { listFiles } from "./list-files.ts";
import { ROOT } from "./paths.ts";

const FILES = listFiles(["*"]);
const TOP_FOLDERS = new Set(FILES.filter((file) => file.includes("/")).map((file) => file.split("/")[0]));
const NAMES = new Set(FILES.map((file) => basename(file)));

/** `store/jobs/jobs.ts`, `web/ui/`, but not the end of a longer path or of an address. */
const PATH = /(?<![\w/.:-])[\w.-]+\/[\w./-]*[\w/]/g;
/** A file that is named without its folder: `vite.config.ts`. */
const NAME = /`([\w.-]+\.(?:ts|tsx|svelte|toml))`/g;
const LINK = /\]\((?!https?:)([^)#]+)/g;

const GUIDES = FILES.filter((file) => /^(README|docs\/(widget\/)?[^/]+)\.md$/.test(file)).map((name) => ({
  name,
  text: readFileSync(join(ROOT, name), "utf8"),
}));

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([all, part]) => part ?? all);
}

test.for(readGuides())(
  "the tables of $name agree with the contract (npm run docs writes them)",
  ({ text, updated }) => {
    expect(text).toBe(updated);
  },
);

test.for(GUIDES)("every file and folder that $name names exists", ({ name, text }) => {
  const paths = found(text, PATH).filter((path) => TOP_FOLDERS.has(path.split("/")[0]));
  const places = [ROOT, join(ROOT, dirname(name))];
  const isThere = (path: string) => places.some((place) => existsSync(join(place, path)));
  const missing = [...paths, ...found(text, LINK)].filter((path) => !isThere(path));
  const unknown = found(text, NAME).filter((file) => !NAMES.has(file));
  expect([...missing, ...unknown]).toEqual([]);
});
