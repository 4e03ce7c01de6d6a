/** Measures the Workers' memory: it must not grow over thousands of jobs, and no file may be in memory twice. */
import { JobCreated, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { type Inspector, openInspector } from "../dev/process/inspector.ts";
import { printTable } from "../tools/table.ts";
import { jobOf } from "./converter.ts";
import { servePages } from "./pages/server.ts";
import { type Platen, startPlaten } from "./platen.ts";
import { processesOf } from "./processes.ts";
import type { Check, Result } from "./result.ts";
import { quantile } from "./stats.ts";

const PORT = 8968;
const INSPECTOR_PORT = 8969;
/** All slots of the service. */
const TABS = 4;
const JOBS = 2_000;
const STEP = 250;
/** Until then caches fill and the heaps grow. */
const WARM_JOBS = 500;
const MAX_GROWTH = 1.1;
const MAX_RESIDENT_MEGABYTES = 400;

const FILE_MEGABYTES = [1, 5, 20, 50];
/** Maximum of (live memory − memory at rest) ÷ the file's size. Below 2, no file is in memory twice. */
const MAX_OF_FILE = 2;
/** A Worker's memory limit: https://developers.cloudflare.com/workers/platform/limits/#memory */
const WORKER_MEGABYTES = 128;
const WORKERS = ["platen-api", "platen-render"] as const;
type PerWorker = Record<(typeof WORKERS)[number], number>;

/**
 * Resident memory of the service's workerd.
 * @throws Error when no workerd runs.
 */
function residentMegabytes(pid: number): number {
  const workerd = processesOf(pid).find(({ name }) => name === "workerd");
  if (!workerd) throw new Error("The service has no workerd.");
  return workerd.residentMegabytes;
}

/** The side in px of a square of noise that has this many megabytes as a PNG. */
const sideOf = (megabytes: number) => Math.round(Math.sqrt((megabytes * 1e6) / 3));

/** Makes a screenshot of noise. The returned function reads the file as a stream and returns its bytes. */
async function largeFile(platen: Platen, url: string, side: number): Promise<() => Promise<number>> {
  const viewport = { width: side, height: side };
  const response = await fetch(`${platen.baseUrl}/api/v1/jobs`, {
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
  const body: unknown = await response.json();
  if (response.status !== 200)
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
  const platen = await startPlaten(PORT, 400, INSPECTOR_PORT);
  const tiny = jobOf(`${site.origin}/tiny`, "pdf", null);
  const [api, renderer] = await Promise.all(WORKERS.map((name) => openInspector(INSPECTOR_PORT, name)));
  if (!api || !renderer) throw new Error("A Worker has no inspector.");
  /** The highest live memory of each Worker during `work`, in megabytes. */
  const peakDuring = async (work: () => Promise<unknown>): Promise<PerWorker> => {
    const peak: PerWorker = { "platen-api": 0, "platen-render": 0 };
    let working = true;
    const watch = async (inspector: Inspector, name: keyof PerWorker) => {
      while (working) peak[name] = Math.max(peak[name], await inspector.liveMegabytes());
    };
    const watching = Promise.all([watch(api, "platen-api"), watch(renderer, "platen-render")]);
    await work();
    working = false;
    // A Worker responds to its debugger only while it handles a request.
    await Promise.all([watching, platen.convert(tiny)]);
    return peak;
  };
  const atRest = () => peakDuring(() => platen.convert(tiny));
  try {
    const overJobs: { jobs: number; live: PerWorker; resident: number }[] = [];
    for (let done = 0; done < JOBS; ) {
      let left = STEP;
      await Promise.all(
        Array.from({ length: TABS }, async () => {
          while (left-- > 0) await platen.convert(tiny);
        }),
      );
      done += STEP;
      overJobs.push({ jobs: done, live: await atRest(), resident: residentMegabytes(platen.pid) });
    }
    printTable(
      "Megabytes alive in each Worker, and workerd as a whole (D1, R2 and queues too, garbage included)",
      ["jobs", ...WORKERS, "workerd"],
      overJobs.map(({ jobs, live, resident }) => [
        String(jobs),
        ...WORKERS.map((name) => live[name].toFixed(1)),
        resident.toFixed(0),
      ]),
    );

    const files = [];
    const rest = await atRest();
    for (const megabytes of FILE_MEGABYTES) {
      const side = sideOf(megabytes);
      let read: (() => Promise<number>) | undefined;
      const storing = await peakDuring(async () => {
        read = await largeFile(platen, `${site.origin}/noise/${side}`, side);
      });
      let bytes = 0;
      const sending = await peakDuring(async () => {
        bytes = (await read?.()) ?? 0;
      });
      files.push({
        bytes,
        storedMegabytes: storing["platen-render"] - rest["platen-render"],
        sentMegabytes: sending["platen-api"] - rest["platen-api"],
      });
    }
    const side = sideOf(Math.max(...FILE_MEGABYTES));
    const together = await peakDuring(() =>
      Promise.all(
        Array.from({ length: TABS }, () => largeFile(platen, `${site.origin}/noise/${side}`, side)),
      ),
    );
    const togetherMegabytes = together["platen-render"];
    printTable(
      "Most megabytes alive above rest while a file is made and stored (platen-render) and sent (platen-api)",
      ["file", "stored", "sent"],
      files.map(({ bytes, storedMegabytes, sentMegabytes }) => [
        `${(bytes / 1e6).toFixed(1)} MB`,
        storedMegabytes.toFixed(1),
        sentMegabytes.toFixed(1),
      ]),
    );

    console.log(
      `${TABS} of the largest made at once: ${togetherMegabytes.toFixed(1)} MB alive in platen-render.\n`,
    );

    const after = (name: keyof PerWorker, from: number, to: number) =>
      quantile(
        overJobs.filter(({ jobs }) => jobs > from && jobs <= to).map(({ live }) => live[name]),
        0.5,
      );
    const checks: Check[] = [
      ...WORKERS.map((name) => ({
        what: `${name}: alive after ${JOBS} jobs ÷ after ${WARM_JOBS}`,
        value: after(name, JOBS - 2 * STEP, JOBS) / after(name, WARM_JOBS - STEP, WARM_JOBS + STEP),
        max: MAX_GROWTH,
      })),
      {
        what: `workerd: resident after ${JOBS} jobs, megabytes`,
        value: overJobs.at(-1)?.resident ?? Number.NaN,
        max: MAX_RESIDENT_MEGABYTES,
      },
      ...files.slice(-1).flatMap(({ bytes, storedMegabytes, sentMegabytes }) => [
        {
          what: "largest file stored: alive ÷ file",
          value: (storedMegabytes * 1e6) / bytes,
          max: MAX_OF_FILE,
        },
        { what: "largest file sent: alive ÷ file", value: (sentMegabytes * 1e6) / bytes, max: MAX_OF_FILE },
      ]),
      {
        what: `${TABS} largest files made at once: alive, megabytes`,
        value: togetherMegabytes,
        max: WORKER_MEGABYTES,
      },
    ];
    return { figures: { overJobs, files, togetherMegabytes }, checks };
  } finally {
    for (const inspector of [api, renderer]) inspector.close();
    await platen.close();
    await site.close();
  }
}
