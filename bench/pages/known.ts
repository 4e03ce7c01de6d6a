/** The well-known kinds of pages: what each path below `/known/` returns. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { drawPictures } from "./scenes.ts";

export const KNOWN_PAGES = ["article", "invoice", "manual", "charts", "shop"] as const;
export type KnownPage = (typeof KNOWN_PAGES)[number];

/** A selector that matches once the page's data has arrived and is drawn. */
export const KNOWN_READY: Partial<Record<KnownPage, string>> = { charts: "[data-drawn]" };

const FOLDER = join(import.meta.dirname, "known");
const FONT = createRequire(import.meta.url).resolve(
  "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
);

export interface ServedFile {
  type: string;
  body: string | Buffer;
}

/** A series that looks measured: a trend, a week's rhythm and some noise, the same in every run. */
function series(days: number, from: number, to: number): number[] {
  return Array.from({ length: days }, (_, day) => {
    const trend = from + ((to - from) * day) / (days - 1);
    const noise = Math.sin(day * 12.9898) * 0.06;
    return Math.round(trend * (1 + noise - (day % 7 > 4 ? 0.22 : 0)));
  });
}

const CHARTS = {
  figures: [
    { label: "Revenue", figure: "$84,210", change: 12.4 },
    { label: "Orders", figure: "1,962", change: 8.1 },
    { label: "New customers", figure: "418", change: 3.6 },
    { label: "Refunds", figure: "$1,140", change: -5.2 },
  ],
  revenue: series(60, 1_900, 3_100),
  channels: [
    { name: "Shop", share: 46 },
    { name: "Markets", share: 27 },
    { name: "Partners", share: 18 },
    { name: "Telephone", share: 9 },
  ],
  weeks: Array.from({ length: 16 }, (_, week) => [90 + week * 5, 60 + ((week * 17) % 40), 30 + week * 3]),
  regions: [
    { region: "North", orders: 612, revenue: 26_480, change: 14.2 },
    { region: "Coast", orders: 498, revenue: 21_905, change: 9.7 },
    { region: "Lakes", orders: 377, revenue: 15_310, change: 6.4 },
    { region: "Hills", orders: 291, revenue: 12_200, change: -2.1 },
    { region: "South", orders: 184, revenue: 8_315, change: 21.8 },
  ],
};

/** By path. */
export async function knownFiles(): Promise<Map<string, ServedFile>> {
  const text = async (name: string, type: string): Promise<ServedFile> => ({
    type,
    body: await readFile(join(FOLDER, name), "utf8"),
  });
  const files = new Map<string, ServedFile>([
    ["/known/article.css", await text("article.css", "text/css")],
    ["/known/charts.json", { type: "application/json", body: JSON.stringify(CHARTS) }],
    ["/known/sans.woff2", { type: "font/woff2", body: await readFile(FONT) }],
  ]);
  for (const page of KNOWN_PAGES) files.set(`/known/${page}`, await text(`${page}.html`, "text/html"));
  for (const [name, body] of await drawPictures()) {
    files.set(`/known/pictures/${name}.jpg`, { type: "image/jpeg", body });
  }
  return files;
}
