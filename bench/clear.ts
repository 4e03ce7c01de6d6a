/** Measures what the option `block` costs for each request: the guard's decision with and without the filter lists, in turn. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareBrowser } from "../dev/browser/index.ts";
import { printTable } from "../tools/table.ts";
import type { Result } from "./result.ts";
import { summarize } from "./stats.ts";
import { startWorker } from "./worker.ts";

const PORT = 8968;
const ROUNDS = 9;
const REQUESTS = 20_000;
const MAX_ADDED_US = 200;

export async function clearCost(): Promise<Result> {
  await prepareBrowser();
  const folder = await mkdtemp(join(tmpdir(), "platen-bench-"));
  const worker = await startWorker("bench/guarded/wrangler.toml", PORT, folder, "/");
  const microseconds = async (block: string) => {
    const startedAt = performance.now();
    await (await fetch(`${worker.baseUrl}/?decisions=${REQUESTS}${block}`)).text();
    return ((performance.now() - startedAt) * 1_000) / REQUESTS;
  };
  try {
    // The first request with `block` loads the lists.
    await microseconds("&block");
    const without: number[] = [];
    const blocking: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      without.push(await microseconds(""));
      blocking.push(await microseconds("&block"));
    }
    const [plain, block] = [summarize(without), summarize(blocking)];
    const added = block.median - plain.median;
    printTable(
      "One request, µs",
      ["without block", "with block", "added"],
      [[plain.median, block.median, added].map((us) => us.toFixed(1))],
    );
    return {
      figures: { without: plain, block },
      checks: [{ what: "added to each request by block, µs", value: added, max: MAX_ADDED_US }],
    };
  } finally {
    await worker.close();
    await rm(folder, { recursive: true, force: true });
  }
}
