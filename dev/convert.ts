/** `npm run convert -- URL [FILE]` converts one page through the API, with the running service or with one that it starts. */
import { writeFile } from "node:fs/promises";
import { ERRORS, isJobErrorCode } from "#contract/errors.ts";
import type { JobView } from "#contract/job/view.ts";
import { DEMO_FILE } from "../tools/paths.ts";
import { run } from "../tools/run.ts";
import { readConversion, USAGE } from "./convert-options.ts";
import { type Demo, readDemo } from "./data/demo.ts";
import { createJob, followedJob, Refused, resultBytes } from "./job-client.ts";
import { claimFolder } from "./process/claim.ts";
import { freePort } from "./process/ports.ts";
import { onStop, stopWith } from "./process/stop.ts";

/** The demo account of the running service, or of a service that is started here and ends with this command. */
async function demoOfService(): Promise<{ demo: Demo; close(): Promise<void> }> {
  const claim = await claimFolder();
  if (!("release" in claim)) {
    const demo = readDemo();
    if (demo) return { demo, async close() {} };
    throw new Error(`The service at ${claim.origin} has lost its ${DEMO_FILE}. Start it again.`);
  }
  onStop(claim.release);
  console.error("No service runs here; starting one …");
  // Imported late because Miniflare, which it imports, takes half a second to load.
  const { startService } = await import("./service.ts");
  const service = await startService({
    port: await freePort(),
    log: (line) => console.error(line),
    onCrash: stopWith,
  });
  onStop(service.close);
  return {
    demo: service.demo,
    async close() {
      await service.close();
      await claim.release();
    },
  };
}

/** Prints each stage once: a terminal shows one line that changes, a file gets one line for each stage. */
function progress(): { report(job: JobView): void; end(): void } {
  let last = "";
  return {
    report({ progress, stage }) {
      const line = `${String(progress).padStart(3)} %  ${stage}`;
      if (line === last) return;
      last = line;
      process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
    },
  };
}

function summary(file: string, job: JobView, phases: Record<string, number>): string {
  const { bytes = 0, pages, truncated } = job.result ?? {};
  const size =
    bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  const extent = pages
    ? `, ${pages} ${pages === 1 ? "page" : "pages"}${truncated ? " (cut by the plan)" : ""}`
    : "";
  const times = Object.entries(phases).map(([name, ms]) => `  ${name.padEnd(12)}${Math.round(ms)} ms`);
  const warnings = job.warnings.map(({ message }) => `  note: ${message}`);
  return [`${file}  ${size}${extent}`, ...times, ...warnings].join("\n");
}

async function convert(
  account: { baseUrl: string; apiKey: string },
  body: unknown,
  file: string | undefined,
) {
  const startedAt = performance.now();
  const { jobId } = await createJob(account, body);
  const createdAt = performance.now();
  const shown = progress();
  const job = await followedJob(account, jobId, shown.report);
  shown.end();
  const finishedAt = performance.now();
  if (job.error) {
    const advice = isJobErrorCode(job.error.code) ? ` ${ERRORS[job.error.code].advice}` : "";
    throw new Error(`${job.error.code}: ${job.error.message}${advice}`);
  }
  const bytes = await resultBytes(job);
  const target = file ?? job.result?.filename ?? jobId;
  await writeFile(target, bytes);
  const phases = {
    create: createdAt - startedAt,
    render: finishedAt - createdAt,
    ...Object.fromEntries(Object.entries(job.timings).map(([name, ms]) => [`  ${name}`, ms])),
    download: performance.now() - finishedAt,
    total: performance.now() - startedAt,
  };
  console.log(summary(target, job, phases));
}

await run(async () => {
  const conversion = readConversion(process.argv.slice(2));
  if (!conversion) throw new Error(USAGE);
  const { demo, close } = await demoOfService();
  try {
    await convert(demo, conversion.body, conversion.file);
  } catch (error) {
    throw error instanceof Refused ? new Error(`${error.code}: ${error.message}`) : error;
  } finally {
    await close();
  }
});
