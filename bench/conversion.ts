/** Compares the service with the limit (raw DevTools) and with peers: the same jobs, on the same pages, in the same run. */
import { prepareBrowser } from "../dev/browser/index.ts";
import { ms, printTable, times } from "../tools/table.ts";
import { CONTENDERS, LIMIT, LIMIT_OVER_WEBSOCKET, startContender } from "./contender.ts";
import { type Converter, jobOf, type Output } from "./converter.ts";
import { type PageName, READY, servePages } from "./pages/server.ts";
import { startPlaten } from "./platen.ts";
import { type Entry, enter, type Raced, type Round, race, shareOf, TABS } from "./race.ts";
import type { Check, Result } from "./result.ts";
import { summarize } from "./stats.ts";

const PORT = 8960;
const ACCOUNTS = 200;

/** Minimum throughput ÷ the limit's throughput, by page. */
const MIN_SHARE: Partial<Record<PageName, number>> = { tiny: 0.95, article: 0.95, long: 0.95 };
/** Maximum latency of one job alone, minus the limit's latency. */
const MAX_ADDED_MS: Partial<Record<PageName, number>> = { tiny: 120, article: 120, long: 120 };
/** The phases that follow one another in every job. Other phases are parts of these. */
const RENDER_PHASES = ["tab", "navigate", "load", "capture", "store"];
/** Maximum render time of one tiny PDF alone on the service. */
const MAX_TINY_RENDER_MS = 100;

function printRace(title: string, entries: readonly Entry[], raced: Raced): void {
  printTable(
    title,
    [
      "",
      "pages",
      "pictures",
      "file",
      "alone",
      "p95",
      "jobs/s",
      "÷ limit",
      "middle half",
      "CPU",
      "÷ limit",
      "own CPU",
      "own memory",
      "",
    ],
    entries.map(({ converter: { name }, contents, differs }) => {
      const file = [
        name,
        String(contents.pages),
        String(contents.pictures),
        `${(contents.bytes / 1000).toFixed(0)} kB`,
      ];
      if (differs.length > 0)
        return [...file, "", "", "", "", "", "", "", "", "", `not compared: ${differs.join(", ")}`];
      const one = summarize(raced.alone[name] ?? []);
      const rounds = raced.together[name] ?? [];
      const median = (figure: keyof Round) => summarize(rounds.map((round) => round[figure])).median;
      const speed = shareOf(raced, name, LIMIT, "jobsPerSecond");
      return [
        ...file,
        ms(one.median),
        ms(one.p95),
        median("jobsPerSecond").toFixed(2),
        times(speed.median),
        `${speed.low.toFixed(2)}–${speed.high.toFixed(2)}`,
        ms(median("cpuMs")),
        times(shareOf(raced, name, LIMIT, "cpuMs").median),
        ms(median("ownCpuMs")),
        `${median("ownMegabytes").toFixed(0)} MB`,
        "",
      ];
    }),
  );
}

function checksOf(page: PageName, own: Converter, entries: readonly Entry[], raced: Raced): Check[] {
  const median = (name: string) => summarize(raced.alone[name] ?? []).median;
  const against = (name: string, figure: keyof Round) => shareOf(raced, own.name, name, figure).median;
  const peers = entries.filter(
    ({ converter: { name }, differs }) =>
      ![own.name, LIMIT, LIMIT_OVER_WEBSOCKET].includes(name) && differs.length === 0,
  );
  return [
    {
      what: `${page}: throughput ÷ limit`,
      value: against(LIMIT, "jobsPerSecond"),
      min: MIN_SHARE[page],
    },
    {
      what: `${page}: throughput ÷ limit over a WebSocket`,
      value: against(LIMIT_OVER_WEBSOCKET, "jobsPerSecond"),
    },
    { what: `${page}: processor time ÷ limit`, value: against(LIMIT, "cpuMs") },
    {
      what: `${page}: added latency, ms`,
      value: median(own.name) - median(LIMIT),
      max: MAX_ADDED_MS[page],
    },
    ...peers.map(({ converter: { name } }) => ({
      what: `${page}: throughput ÷ ${name}`,
      value: against(name, "jobsPerSecond"),
      min: 1,
    })),
  ];
}

/** Measures `rounds` rounds of throughput and twice as many of latency on each page. */
export async function conversion(
  output: Output,
  pages: readonly PageName[],
  rounds: number,
): Promise<Result> {
  const chrome = await prepareBrowser();
  if (!chrome) throw new Error("There is no browser on this machine; set CHROME_PATH.");
  const site = await servePages();
  const platen = await startPlaten(PORT, ACCOUNTS);
  const others = Object.keys(CONTENDERS).filter((name) => CONTENDERS[name]?.includes(output));
  const contenders = await Promise.all(others.map((name) => startContender(name, TABS, chrome)));
  const checks: Check[] = [];
  const figures: Record<string, unknown> = {};
  try {
    for (const page of pages) {
      const job = jobOf(`${site.origin}/${page}`, output, READY[page] ?? null);
      const entries = await enter([...contenders, platen], job);
      const [own] = entries.filter(({ converter }) => converter === platen);
      if (!own || own.differs.length > 0)
        throw new Error(
          `The service's file of ${page} differs from the limit's: ${own?.differs.join(", ")}.`,
        );
      let phases: Record<string, number> = {};
      const raced = await race(entries, job, page, rounds, () => {
        phases = platen.phases();
      });
      printRace(`${output} of ${page}: one at a time, and ${TABS} at a time`, entries, raced);
      printTable(`Phases of one ${page} ${output} alone on the service, median`, Object.keys(phases), [
        Object.values(phases).map(ms),
      ]);
      figures[page] = {
        ...raced,
        phases,
        differs: Object.fromEntries(entries.map(({ converter: { name }, differs }) => [name, differs])),
      };
      checks.push(...checksOf(page, platen, entries, raced));
      if (page === "tiny" && output === "pdf")
        checks.push({
          what: "tiny: render time alone, ms",
          value: RENDER_PHASES.reduce((sum, phase) => sum + (phases[phase] ?? Number.NaN), 0),
          max: MAX_TINY_RENDER_MS,
        });
    }
  } finally {
    await Promise.allSettled([platen, ...contenders].map((converter) => converter.close()));
    await site.close();
  }
  return { figures, checks };
}
