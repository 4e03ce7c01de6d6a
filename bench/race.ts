/** A race of those who make the same file: one job alone, and several at a time, in turn. */
import { type Contents, contentsOf, differences } from "./contents.ts";
import type { Converter, Job } from "./converter.ts";
import { cpuMs } from "./cpu.ts";
import type { PageName } from "./pages/server.ts";
import { interleave, ratioOf } from "./stats.ts";

/** As many as the service has slots: BROWSERS × TABS_PER_BROWSER. */
export const TABS = 4;

/** Jobs in one round of the throughput figure: of quick ones so many that a round's beginning and end hardly count. */
const JOBS: Record<PageName, number> = { tiny: 80, article: 12, long: 8, app: 16 };

export interface Round {
  jobsPerSecond: number;
  cpuMs: number;
}

/** `jobs` done `TABS` at a time; as many again wait where there is a line for them. */
async function throughput(converter: Converter, job: Job, jobs: number): Promise<Round> {
  // The service closes a browser that has been idle for as long as the others' turns may take.
  await converter.convert(job);
  const cpuBefore = cpuMs(converter.pid);
  const startedAt = performance.now();
  let left = jobs;
  await Promise.all(
    Array.from({ length: converter.hasQueue ? 2 * TABS : TABS }, async () => {
      while (left-- > 0) await converter.convert(job);
    }),
  );
  const tookMs = performance.now() - startedAt;
  return { jobsPerSecond: (jobs * 1000) / tookMs, cpuMs: (cpuMs(converter.pid) - cpuBefore) / jobs };
}

async function latency(converter: Converter, job: Job): Promise<number> {
  const startedAt = performance.now();
  await converter.convert(job);
  return performance.now() - startedAt;
}

export interface Entry {
  converter: Converter;
  contents: Contents;
  /** How its file differs from the limit's; such an entry does not race. */
  differs: string[];
}

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

/** Races those whose files are the same; `between` is called before and after the jobs alone. */
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
  // Not counted: what is compiled, cached and connected on the first jobs.
  await interleave(
    1,
    byName((converter) => throughput(converter, job, JOBS[page] / 2)),
  );
  between();
  const alone = await interleave(
    rounds * 2,
    byName((converter) => latency(converter, job)),
  );
  between();
  const together = await interleave(
    rounds,
    byName((converter) => throughput(converter, job, JOBS[page])),
  );
  return { alone, together };
}

export type Raced = Awaited<ReturnType<typeof race>>;

/** Of neighbouring rounds of two contenders: the ratio of one figure. */
export function shareOf({ together }: Raced, name: string, other: string, figure: keyof Round) {
  const figures = (of: string) => (together[of] ?? []).map((round) => round[figure]);
  return ratioOf(figures(name), figures(other));
}
