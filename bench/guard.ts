/** Measures what the guard costs: render time with the guard ÷ render time in a bare tab, in turn, in two browsers. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { prepareBrowser } from "../dev/browser/index.ts";
import { ms, printTable, times } from "../tools/table.ts";
import { type PageName, servePages } from "./pages/server.ts";
import type { Result } from "./result.ts";
import { summarize } from "./stats.ts";
import { startWorker } from "./worker.ts";

const PORT = 8966;
const ROUNDS: Partial<Record<PageName, number>> = { tiny: 60, article: 240 };
const MAX_OF_BARE = 1.03;

const Times = z.object({ guarded: z.array(z.number()), bare: z.array(z.number()) });

export async function guardCost(): Promise<Result> {
  await prepareBrowser();
  const folder = await mkdtemp(join(tmpdir(), "platen-bench-"));
  const pages = await servePages();
  const worker = await startWorker("bench/guarded/wrangler.toml", PORT, folder, "/");
  try {
    const ratios: Record<string, number> = {};
    const figures: Record<string, unknown> = {};
    const rows: string[][] = [];
    for (const [page, rounds] of Object.entries(ROUNDS)) {
      const response = await fetch(`${worker.baseUrl}/?url=${pages.origin}/${page}&rounds=${rounds}`);
      const { guarded, bare } = Times.parse(await response.json());
      const [ours, theirs] = [summarize(guarded), summarize(bare)];
      const ratio = ours.median / theirs.median;
      ratios[page] = ratio;
      figures[page] = { guarded: ours, bare: theirs, ratio };
      rows.push([page, ms(ours.median), ms(theirs.median), times(ratio)]);
    }
    printTable("The guard, PDF", ["page", "guarded", "bare", "ratio"], rows);
    const value = ratios.article ?? Number.NaN;
    return {
      figures,
      checks: [{ what: "article PDF, median guarded ÷ median bare", value, max: MAX_OF_BARE }],
    };
  } finally {
    await worker.close();
    await pages.close();
    await rm(folder, { recursive: true, force: true });
  }
}
