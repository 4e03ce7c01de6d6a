/** The whole path against the bare engine and the peers, on the same pages in the same run. */
import { prepareBrowser } from "../dev/browser/index.ts";
import { findInstalledChrome } from "../dev/browser/installed.ts";
import type { Converter, Output } from "./converter.ts";
import { limit } from "./limit.ts";
import { type PageName, servePages } from "./pages/server.ts";
import { contender, PEERS } from "./peers/contender.ts";
import { startPlaten } from "./platen.ts";
import type { Check, Result } from "./result.ts";
import { interleave, medianRatio, summarize } from "./stats.ts";
import { ms, printTable, times } from "./table.ts";

/** As many as the service has slots: BROWSERS × TABS_PER_BROWSER. */
const TABS = 4;
const PORT = 8960;

/** Jobs in one round of the throughput figure: of quick ones so many that a round's beginning and end hardly count. */
const JOBS: Record<PageName, number> = { tiny: 80, article: 8, long: 4, app: 16 };

/** Throughput ÷ limit, by page. */
const LEAST_SHARE: Partial<Record<PageName, number>> = { tiny: 0.8, article: 0.9, long: 0.9 };
/** A file below this share of ours lacks what the page shows: whoever prints before the data is there has not won. */
const LEAST_CONTENT = 0.25;
/** One job alone: at most this much slower than the limit. */
const MOST_ADDED_MS = 120;
/** What follows one another in every job; the others are parts of these. */
const RENDER_PHASES = ["tab", "navigate", "load", "capture", "store"];
/** Render time of a tiny PDF alone on the service. */
const MOST_TINY_RENDER_MS = 100;

/** Jobs per second when `jobs` are done `TABS` at a time; as many again wait where there is a line for them. */
async function throughput(converter: Converter, url: string, output: Output, jobs: number): Promise<number> {
  const startedAt = performance.now();
  let left = jobs;
  await Promise.all(
    Array.from({ length: converter.hasQueue ? 2 * TABS : TABS }, async () => {
      while (left-- > 0) await converter.convert(url, output);
    }),
  );
  return (jobs * 1000) / (performance.now() - startedAt);
}

async function latency(converter: Converter, url: string, output: Output): Promise<number> {
  const startedAt = performance.now();
  await converter.convert(url, output);
  return performance.now() - startedAt;
}

async function allPeers(env: NodeJS.ProcessEnv): Promise<Converter[]> {
  const started = await Promise.allSettled(Object.keys(PEERS).map((name) => contender(name, TABS, env)));
  return started.flatMap((peer) => (peer.status === "fulfilled" ? [peer.value] : []));
}

/** Bytes of the file that each makes of the page; peers that fail (not installed here, another output) are left out. */
async function firstFiles(
  own: Converter[],
  peers: Converter[],
  url: string,
  output: Output,
): Promise<Map<Converter, number>> {
  const files = new Map<Converter, number>();
  for (const converter of own) files.set(converter, await converter.convert(url, output));
  for (const peer of peers) {
    if (!PEERS[peer.name]?.includes(output)) continue;
    const bytes = await peer.convert(url, output).catch(() => null);
    if (bytes !== null) files.set(peer, bytes);
  }
  return files;
}

/** `rounds` of throughput, and twice as many of latency, on each of `pages`. */
export async function conversion(
  output: Output,
  pages: readonly PageName[],
  rounds: number,
): Promise<Result> {
  const chrome = await prepareBrowser();
  if (!chrome) throw new Error("There is no browser on this machine; set CHROME_PATH.");
  const env = { ...process.env, CHROME: chrome, FULL_CHROME: findInstalledChrome() ?? "" };
  const site = await servePages();
  const platen = await startPlaten(PORT, 200);
  const engine = await limit(chrome, env);
  const peers = await allPeers(env);
  const checks: Check[] = [];
  const figures: Record<string, unknown> = {};
  try {
    for (const page of pages) {
      const url = `${site.origin}/${page}`;
      const files = await firstFiles([engine, platen], peers, url, output);
      const racing = [...files.keys()];
      const isWhole = (converter: Converter) =>
        (files.get(converter) ?? 0) >= (files.get(platen) ?? 0) * LEAST_CONTENT;
      // Not counted: what is compiled, cached and connected on the first jobs.
      for (const converter of racing) await throughput(converter, url, output, JOBS[page] / 2);
      platen.phases();
      const byName = (run: (converter: Converter) => Promise<number>) =>
        Object.fromEntries(racing.map((converter) => [converter.name, () => run(converter)]));

      const alone = await interleave(
        rounds * 2,
        byName((converter) => latency(converter, url, output)),
      );
      const phases = platen.phases();
      const together = await interleave(
        rounds,
        byName((converter) => throughput(converter, url, output, JOBS[page])),
      );
      const rows = racing.map((converter) => {
        const { name } = converter;
        const one = summarize(alone[name] ?? []);
        const many = summarize(together[name] ?? []);
        const share = medianRatio(together[name] ?? [], together[engine.name] ?? []);
        return { name, bytes: files.get(converter) ?? 0, whole: isWhole(converter), one, many, share };
      });
      printTable(
        `${output} of ${page}: one at a time, and ${TABS} at a time`,
        ["", "file", "median", "p95", "jobs/s", "÷ limit", "spread"],
        rows.map(({ name, bytes, whole, one, many, share }) => [
          name,
          `${(bytes / 1000).toFixed(0)} kB${whole ? "" : ", content missing"}`,
          ms(one.median),
          ms(one.p95),
          many.median.toFixed(2),
          times(share),
          `${Math.round(many.spread * 100)} %`,
        ]),
      );
      printTable(`Phases of one ${page} ${output} on the service, median`, Object.keys(phases), [
        Object.values(phases).map(ms),
      ]);
      figures[page] = { phases, rows };
      const own = rows.find(({ name }) => name === platen.name);
      const bare = rows.find(({ name }) => name === engine.name);
      if (!own || !bare) continue;
      const least = LEAST_SHARE[page];
      if (output === "pdf" && least !== undefined) {
        checks.push({ what: `${page}: throughput ÷ limit`, value: own.share, least });
        checks.push({
          what: `${page}: added latency, ms`,
          value: own.one.median - bare.one.median,
          most: MOST_ADDED_MS,
        });
        if (page === "tiny")
          checks.push({
            what: "tiny: render time alone, ms",
            value: RENDER_PHASES.reduce((sum, phase) => sum + (phases[phase] ?? Number.NaN), 0),
            most: MOST_TINY_RENDER_MS,
          });
      }
      for (const peer of rows.filter(({ name, whole }) => whole && name in PEERS)) {
        checks.push({
          what: `${page}: throughput ÷ ${peer.name}`,
          value: medianRatio(together[platen.name] ?? [], together[peer.name] ?? []),
          least: 1,
        });
      }
    }
  } finally {
    await Promise.allSettled([engine, platen, ...peers].map((converter) => converter.close()));
    await site.close();
  }
  return { figures, checks };
}
