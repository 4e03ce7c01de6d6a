/**
 * Milliseconds of one job on an idle service, from `docs/performance.md`. A test compares them with it.
 */
interface Figure {
  output: "PDF" | "Screenshot";
  /** The page's name in the bench, and what it has. */
  page: string;
  has: string;
  platen: number;
  puppeteer: number;
  browserless: number;
}

export const FIGURES: readonly Figure[] = [
  { output: "PDF", page: "tiny", has: "one page of text", platen: 45, puppeteer: 46, browserless: 47 },
  {
    output: "PDF",
    page: "article",
    has: "five pages, three pictures",
    platen: 194,
    puppeteer: 178,
    browserless: 187,
  },
  { output: "PDF", page: "long", has: "ten lazy pictures", platen: 874, puppeteer: 470, browserless: 480 },
  { output: "PDF", page: "app", has: "data after load", platen: 377, puppeteer: 97, browserless: 111 },
  { output: "Screenshot", page: "tiny", has: "one window", platen: 103, puppeteer: 113, browserless: 2_169 },
  {
    output: "Screenshot",
    page: "article",
    has: "17,000 px tall",
    platen: 891,
    puppeteer: 589,
    browserless: 2_769,
  },
];
