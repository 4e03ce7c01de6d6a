/** Runs one soak: starts a service, runs jobs over all pages with faults between them, and checks what is left. */
import { PLANS } from "#contract/plans.ts";
import { createAccounts } from "../../dev/data/local-accounts.ts";
import type { Arguments } from "./arguments.ts";
import { drive } from "./driver.ts";
import { Faults } from "./fault-run.ts";
import { describeBlamed, type Figures, failures, retirements, roundReports } from "./figures.ts";
import { LOG_FILE } from "./scene/service.ts";
import { openScene } from "./scene.ts";
import { judge } from "./verdict.ts";
import { planWork } from "./work.ts";

const TIER = "pro";
/** Most jobs that one machine renders per minute. */
const MAX_JOBS_PER_MINUTE = 900;

/** API keys of new accounts, with enough credits and requests per minute for `jobs`. */
async function newKeys(jobs: number): Promise<string[]> {
  const { creditsPerMonth, requestsPerMinute } = PLANS[TIER];
  const count = Math.ceil(Math.max(MAX_JOBS_PER_MINUTE / requestsPerMinute, (2 * jobs) / creditsPerMonth));
  const keys: string[] = [];
  for await (const group of createAccounts({ count, tier: TIER })) {
    keys.push(...group.map(({ apiKey }) => apiKey));
  }
  return keys;
}

/** Number of jobs to run; null when `--minutes` decides. */
function countJobs({ jobs, minutes, rounds }: Arguments, pages: number): number | null {
  return jobs ?? (minutes === undefined ? rounds * pages : null);
}

/** Runs the soak and returns its figures. All processes have ended then, also after an error. */
export async function soak(wanted: Arguments): Promise<Figures> {
  const { seed, minutes } = wanted;
  const scene = await openScene(wanted);
  try {
    const begin = Date.now();
    await scene.service.start();
    const before = scene.census.memory();
    const urls = scene.pages.urls();
    const jobs = countJobs(wanted, urls.length);
    const apiKeys = await newKeys(jobs ?? (minutes ?? 0) * MAX_JOBS_PER_MINUTE);
    const faults = new Faults(scene, wanted.faults, seed, jobs);
    const work = planWork(urls, seed, jobs);
    const until = Date.now() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000;
    const { driven, retries } = await drive({
      origin: scene.service.origin,
      apiKeys,
      atOnce: wanted["at-once"],
      next: () => (Date.now() < until ? work.next().value : undefined),
      before: (begun) => faults.before(begun),
    });
    await faults.end();
    const memory = { before, peak: scene.census.peak, after: scene.census.memory() };
    const seconds = Math.round((Date.now() - begin) / 1_000);
    const { rows, books, wronglyBlamed, leaked, pagesOwnFaults, duringOutages } = await judge(
      scene,
      driven,
      apiKeys,
    );
    const neverAccepted = driven
      .filter(({ jobId, refusedWith }) => jobId === null || refusedWith !== null)
      .map(({ work, refusedWith }) => `${work.request.url} ${refusedWith ?? "no response"}`);
    return {
      seed,
      seconds,
      jobs: driven.length,
      completed: rows.filter(({ status }) => status === "completed").length,
      failed: failures(rows),
      broken: {
        ...books,
        orphans: [
          ...books.orphans,
          ...driven.filter((one) => one.fileIsBroken).map(({ jobId }) => `${jobId}: no whole file`),
        ],
        neverAccepted,
        wronglyBlamed: wronglyBlamed.map((one) => describeBlamed(one, faults.reports)),
        leaked,
        wedged: scene.service.troubles,
      },
      pagesOwnFaults,
      duringOutages,
      askedAgain: retries,
      rounds: roundReports(driven, rows),
      memory,
      retirements: await retirements(LOG_FILE),
      faults: faults.reports,
      skipped: faults.skipped,
    };
  } finally {
    await scene.close();
  }
}
