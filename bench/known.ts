/** Measures one job at a time on well-known kinds of pages. Its table in docs/performance.md is what the landing page shows. */
import { prepareBrowser } from "../dev/browser/index.ts";
import { printTable } from "../tools/table.ts";
import { startContender } from "./contender.ts";
import { jobOf, type Output } from "./converter.ts";
import { KNOWN_PAGES, KNOWN_READY } from "./pages/known.ts";
import { servePages } from "./pages/server.ts";
import { startPlaten } from "./platen.ts";
import { alone, enter } from "./race.ts";
import type { Result } from "./result.ts";
import { summarize } from "./stats.ts";

const PORT = 8972;
/** Enough that no plan limit is reached. */
const ACCOUNTS = 20;
const OUTPUTS = { PDF: "pdf", Screenshot: "jpeg" } as const satisfies Record<string, Output>;
const PEERS = ["puppeteer", "browserless"] as const;
const HEAD = ["page", "output", "Platen", ...PEERS];

/** Measures each page `rounds` times. Peers whose file differs from the service's are not measured. */
export async function knownPages(rounds: number): Promise<Result> {
  const chrome = await prepareBrowser();
  if (!chrome) throw new Error("There is no browser on this machine; set CHROME_PATH.");
  const site = await servePages();
  const platen = await startPlaten(PORT, ACCOUNTS);
  const peers = await Promise.all(PEERS.map((name) => startContender(name, 1, chrome)));
  const converters = [platen, ...peers];
  const rows: string[][] = [];
  const figures: Record<string, unknown> = {};
  try {
    for (const page of KNOWN_PAGES) {
      for (const [name, output] of Object.entries(OUTPUTS)) {
        const job = jobOf(`${site.origin}/known/${page}`, output, KNOWN_READY[page] ?? null);
        const entries = await enter(converters, job);
        const times = await alone(entries, job, rounds);
        const cells = entries.map(({ converter, differs }) =>
          differs.length > 0 ? "–" : String(Math.round(summarize(times[converter.name] ?? []).median)),
        );
        const differences = entries.map(({ converter, differs }) => [converter.name, differs]);
        figures[`${page} ${output}`] = { times, differs: Object.fromEntries(differences) };
        rows.push([page, name, ...cells]);
      }
    }
  } finally {
    await Promise.allSettled(converters.map((converter) => converter.close()));
    await site.close();
  }
  printTable("Well-known kinds of pages: milliseconds of one job alone", HEAD, rows);
  const lines = [HEAD, HEAD.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return { figures, checks: [], guide: lines.join("\n") };
}
