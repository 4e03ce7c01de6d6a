/** Measures, in turn, the converters that make the same file: one job alone, and several at a time. */
import { type Contents, contentsOf, differences } from "./contents.ts";
import type { Converter, Job } from "./converter.ts";
import type { PageName } from "./pages/server.ts";
import { type Cost, costOf } from "./processes.ts";
import { interleave, ratioOf } from "./stats.ts";

/** The service's slots: BROWSERS × TABS_PER_BROWSER. */
export const TABS = 4;

/** Jobs in one round of throughput. Fast jobs have more, so that the start and the end of a round do not matter. */
const JOBS: Record<PageName, number> = { tiny: 80, article: 12, long: 8, app: 16 };

/** Processor time is for each job. */
export interface Round extends Cost {
  jobsPerSecond: number;
}

/** Does `jobs` jobs, `TABS` at a time. A converter with a queue has as many waiting. */
async function throughput(converter: Converter, job: Job, jobs: number): Promise<Round> {
  // Not measured: the service closes a browser that is idle during the rounds of the others.
  await converter.convert(job);
  const startedAt = performance.now();
  let left = jobs;
  const { cpuMs, ownCpuMs, ownMegabytes } = await costOf(converter.pid, () =>
    Promise.all(
      Array.from({ length: converter.hasQueue ? 2 * TABS : TABS }, async () => {
        while (left-- > 0) await converter.convert(job);
      }),
    ),
  );
  const tookMs = performance.now() - startedAt;
  return {
    jobsPerSecond: (jobs * 1000) / tookMs,
    cpuMs: cpuMs / jobs,
    ownCpuMs: ownCpuMs / jobs,
    ownMegabytes,
  };
}

async function latency(converter: Converter, job: Job): Promise<number> {
  const startedAt = performance.now();
  await converter.convert(job);
  return performance.now() - startedAt;
}

export interface Entry {
  converter: Converter;
  contents: Contents;
  /** How its file differs from the limit's. Not empty: the entry is not measured. */
  differs: string[];
}

/** Makes one file with each converter and compares it with the first one's. */
export async function enter(converters: readonly Converter[], job: Job): Promise<Entry[]> {
  const entries: Entry[] = [];
  let reference: Contents | null = null;
  for (const converter of converters) {
    const contents = await contentsOf(await converter.file(job), job);
    reference ??= contents;
    entries.push({ converter, contents, differs: differences(contents, reference) });
  }
  return entries;
}

/** Milliseconds of one job, `times` times for each entry without differences, by the name of its converter. */
export function alone(entries: readonly Entry[], job: Job, times: number): Promise<Record<string, number[]>> {
  const racing = entries.filter(({ differs }) => differs.length === 0).map(({ converter }) => converter);
  return interleave(
    times,
    Object.fromEntries(racing.map((converter) => [converter.name, () => latency(converter, job)])),
  );
}

/** Measures the entries without differences. `between` is called before and after the jobs alone. */
export async function race(
  entries: readonly Entry[],
  job: Job,
  page: PageName,
  rounds: number,
  between: () => void,
) {
  const racing = entries.filter(({ differs }) => differs.length === 0).map(({ converter }) => converter);
  const byName = <T>(run: (converter: Converter) => Promise<T>) =>
    Object.fromEntries(racing.map((converter) => [converter.name, () => run(converter)]));
  // Warm-up: the first jobs also compile, fill caches and connect.
  await interleave(
    1,
    byName((converter) => throughput(converter, job, JOBS[page] / 2)),
  );
  between();
  const latencies = await alone(entries, job, rounds * 2);
  between();
  const together = await interleave(
    rounds,
    byName((converter) => throughput(converter, job, JOBS[page])),
  );
  return { alone: latencies, together };
}

export type Raced = Awaited<ReturnType<typeof race>>;

/** The ratio of one figure, in neighbouring rounds of two contenders. */
export function shareOf({ together }: Raced, name: string, other: string, figure: keyof Round) {
  const figures = (of: string) => (together[of] ?? []).map((round) => round[figure]);
  return ratioOf(figures(name), figures(other));
}
