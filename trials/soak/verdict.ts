/** Checks after the last job: wrongly blamed pages, the service's data, and what the service left behind. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Audit, audit, type JobRecord, readJobs } from "./audit.ts";
import { type Blamed, blamedJobs, blamedWrongly } from "./blame.ts";
import { finalJob, postJob } from "./client.ts";
import { type Driven, STUCK_MS } from "./driver.ts";
import type { Scene } from "./faults/fault.ts";
import { openState } from "./scene/state.ts";
import type { Work } from "./work.ts";

export interface Verdict {
  rows: JobRecord[];
  books: Audit;
  wronglyBlamed: Blamed[];
  leaked: string[];
  pagesOwnFaults: number;
  duringOutages: number;
}

/** Longest wait for the end of processes and the removal of files after a stop. */
const SETTLE_TIMEOUT_MS = 15_000;
const POLL_MS = 200;

/** Stops the service like Ctrl-C. Returns the processes and files that are left, and kills the processes. */
async function stopAndSearch({ service, census }: Scene): Promise<string[]> {
  await service.stop();
  const deadline = Date.now() + SETTLE_TIMEOUT_MS;
  while (census.look().length + service.leftovers().length > 0 && Date.now() < deadline) await sleep(POLL_MS);
  const processes = census.killAll().map(({ pid, command }) => `${pid} ${command.slice(0, 100)}`);
  return [...processes, ...service.leftovers()];
}

function readRows(): JobRecord[] {
  using d1 = openState("d1");
  return readJobs(d1);
}

/** Stops the service. If pages were blamed, starts it again without faults and renders those pages once more. */
export async function judge(
  scene: Scene,
  driven: readonly Driven[],
  apiKeys: readonly string[],
): Promise<Verdict> {
  const leaked = await stopAndSearch(scene);
  const rows = readRows();
  const blamed = blamedJobs(driven, rows, scene.pages.outages);
  const accepted = driven.flatMap(({ jobId }) => jobId ?? []);
  const completes = async ({ index, request }: Work): Promise<boolean> => {
    const apiKey = apiKeys[index % apiKeys.length] ?? "";
    const origin = scene.service.origin;
    const client = { origin, apiKey, deadline: Date.now() + STUCK_MS, onRetry: () => {} };
    const jobId = await postJob(client, request);
    if (jobId === null) return false;
    accepted.push(jobId);
    return (await finalJob(client, jobId))?.status === "completed";
  };
  if (blamed.length > 0) await scene.service.recover("for the second try", true);
  const wrongly = await blamedWrongly(blamed, completes);
  if (blamed.length > 0) leaked.push(...(await stopAndSearch(scene)));
  using d1 = openState("d1");
  using r2 = openState("r2");
  return {
    rows,
    books: audit(d1, r2, accepted),
    wronglyBlamed: wrongly,
    leaked: [...new Set(leaked)],
    pagesOwnFaults: blamed.length - wrongly.length,
    duringOutages: blamedJobs(driven, rows, []).length - blamed.length,
  };
}
