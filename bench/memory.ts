/** Memory of the Workers: flat over thousands of jobs, and no more for a large file than its parts on their way. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { JobCreated, JobView } from "#contract/job-view.ts";
import { LIMITS } from "#contract/limits.ts";
import { servePages } from "./pages/server.ts";
import { type Platen, startPlaten } from "./platen.ts";
import type { Check, Result } from "./result.ts";
import { quantile } from "./stats.ts";
import { printTable, times } from "./table.ts";

const PORT = 8968;
const TABS = 4;
const JOBS = 2_000;
const STEP = 250;
/** Until then caches fill and the heaps find their size. */
const WARM_JOBS = 500;
const MOST_GROWTH = 1.1;

const FILE_MEGABYTES = [1, 5, 20, 50];
/** Peak above the resting size ÷ the file: below 2, no file is in memory twice. */
const MOST_OF_FILE = 2;
const SAMPLE_MS = 20;
const SETTLE_MS = 3_000;

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

/** The workerd process below `pid`; throws when there is none. */
function workerdOf(pid: number): number {
  const parents = new Map<number, { parent: number; name: string }>();
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const status = statusOf(Number(entry));
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
    parents.set(Number(entry), { parent, name: /^Name:\s+(\S+)/m.exec(status)?.[1] ?? "" });
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one)?.parent;
    return parent === pid || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  for (const [one, { name }] of parents) if (name === "workerd" && isBelow(one)) return one;
  throw new Error("The service has no workerd.");
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(statusOf(pid))?.[1]) / 1024;
}

/** Megabytes at rest, and the most while `work` went on. */
async function peakOf(pid: number, work: () => Promise<void>): Promise<{ rest: number; peak: number }> {
  await sleep(SETTLE_MS);
  const rest = residentMegabytes(pid);
  let peak = rest;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, SAMPLE_MS);
  await work();
  clearInterval(timer);
  return { rest, peak };
}

/** A picture that does not compress, of about so many bytes: stored, then read back as a stream. */
async function largeFile(platen: Platen, url: string, side: number): Promise<() => Promise<number>> {
  const viewport = { width: side, height: side };
  const answer = await fetch(`${platen.baseUrl}/api/v1/jobs`, {
    method: "POST",
    headers: {
      "x-api-key": platen.key(),
      "content-type": "application/json",
      prefer: `wait=${LIMITS.waitSeconds}`,
    },
    body: JSON.stringify({
      url,
      options: { outputType: "screenshot", screenshotOptions: { type: "png", fullPage: false, viewport } },
    }),
  });
  const body: unknown = await answer.json();
  if (answer.status !== 200)
    throw new Error(`No file of ${side}²: ${JSON.stringify(JobCreated.parse(body))}`);
  const { result, error } = JobView.parse(body);
  if (result?.type !== "url" || result.url === null) throw new Error(`No file: ${JSON.stringify(error)}`);
  const link = result.url;
  return async () => {
    let bytes = 0;
    for await (const chunk of (await fetch(link)).body ?? []) bytes += chunk.length;
    if (bytes !== result.bytes) throw new Error(`${bytes} of ${result.bytes} bytes came back.`);
    return bytes;
  };
}

export async function memory(): Promise<Result> {
  const site = await servePages();
  const platen = await startPlaten(PORT, 400);
  try {
    const pid = workerdOf(platen.pid);
    const overJobs: { jobs: number; megabytes: number }[] = [];
    for (let done = 0; done < JOBS; ) {
      let left = STEP;
      await Promise.all(
        Array.from({ length: TABS }, async () => {
          while (left-- > 0) await platen.convert(`${site.origin}/tiny`, "pdf");
        }),
      );
      done += STEP;
      overJobs.push({ jobs: done, megabytes: residentMegabytes(pid) });
    }
    printTable(
      "Resident memory of workerd (both Workers, D1, R2, queues)",
      ["jobs", "MB"],
      overJobs.map(({ jobs, megabytes }) => [String(jobs), megabytes.toFixed(0)]),
    );

    const files = [];
    for (const megabytes of FILE_MEGABYTES) {
      const side = Math.round(Math.sqrt((megabytes * 1e6) / 3));
      let read: (() => Promise<number>) | undefined;
      const stored = await peakOf(pid, async () => {
        read = await largeFile(platen, `${site.origin}/noise/${side}`, side);
      });
      let bytes = 0;
      const sent = await peakOf(pid, async () => {
        bytes = (await read?.()) ?? 0;
      });
      const ofFile = ({ rest, peak }: { rest: number; peak: number }) => ((peak - rest) * 2 ** 20) / bytes;
      files.push({ bytes, stored, sent, storedOfFile: ofFile(stored), sentOfFile: ofFile(sent) });
    }
    printTable(
      "Peak above rest, in sizes of the file",
      ["file", "rendered and stored", "sent"],
      files.map(({ bytes, storedOfFile, sentOfFile }) => [
        `${(bytes / 1e6).toFixed(1)} MB`,
        times(storedOfFile),
        times(sentOfFile),
      ]),
    );

    const after = (from: number, to: number) =>
      quantile(
        overJobs.filter(({ jobs }) => jobs > from && jobs <= to).map(({ megabytes }) => megabytes),
        0.5,
      );
    const checks: Check[] = [
      {
        what: `memory after ${JOBS} jobs ÷ after ${WARM_JOBS}`,
        value: after(JOBS - 2 * STEP, JOBS) / after(WARM_JOBS - STEP, WARM_JOBS + STEP),
        most: MOST_GROWTH,
      },
      ...files.slice(-1).flatMap(({ storedOfFile, sentOfFile }) => [
        { what: "largest file stored: peak ÷ file", value: storedOfFile, most: MOST_OF_FILE },
        { what: "largest file sent: peak ÷ file", value: sentOfFile, most: MOST_OF_FILE },
      ]),
    ];
    return { figures: { overJobs, files }, checks };
  } finally {
    await platen.close();
    await site.close();
  }
}
