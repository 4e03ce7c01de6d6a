/** PDFs that are made to take all memory or time: each fails its own job, and no other. */
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { JobList, JobView } from "#contract/job/view.ts";
import { HEAVY, HOSTILE, inflateBomb, plainDocument, taggedDocument } from "../../pdf/samples.ts";
import { listen } from "../../tools/listen.ts";
import { END_MS, OwnClient, OwnService } from "../stage/own-service.ts";

/** The large document needs most of a processor for some 8 s. Until the other files' tests have ended, it can miss its 20 s. */
const QUIET_MS = 900_000;
vi.setConfig({ testTimeout: 1_000_000, hookTimeout: 180_000 });

/** Above workerd's memory at rest. */
const MAX_GROWTH_BYTES = 400_000_000;
const SAMPLE_MS = 200;

const FILES: Record<string, () => Buffer | Promise<Buffer>> = {
  ...HOSTILE,
  ...HEAVY,
  "an object stream that inflates without end": inflateBomb,
  "a sound document": plainDocument,
  "a sound document of 200,000 objects": () => taggedDocument(200_000),
};

const server = createServer(async (request, response) => {
  const name = decodeURIComponent(request.url ?? "").slice(1);
  const file = await FILES[name]?.();
  if (file) response.writeHead(200, { "content-type": "application/pdf" }).end(file);
  else response.writeHead(200, { "content-type": "text/html" }).end("<title>Page</title><h1>A page</h1>");
});
let origin: string;
let service: OwnService;
let client: OwnClient;

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
  service = await OwnService.start("hostile-pdfs");
  const [key = ""] = service.accounts(1);
  client = new OwnClient(service, key);
});
afterAll(async () => {
  await service.killAll();
  server.close();
});

function create(name: string): Promise<string> {
  return client.create(`${origin}/${encodeURIComponent(name)}`);
}

async function finished(id: string): Promise<JobView> {
  const read = async () => JobView.parse(await (await client.call(`jobs/${id}`)).json());
  await expect.poll(async () => (await read()).finishedOn, { timeout: END_MS, interval: 200 }).not.toBeNull();
  return read();
}

function workerdBytes(): number {
  return service.memoryBytes("workerd");
}

/** The largest growth of workerd's memory while the work is done. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const rest = workerdBytes();
  let most = rest;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      most = Math.max(most, workerdBytes());
      await sleep(SAMPLE_MS);
    }
  })();
  await work().finally(() => {
    isDone = true;
  });
  await watching;
  return most - rest;
}

test.each([
  ["a page tree that holds one child over and over", "unreadable_pdf"],
  ["an object stream that inflates without end", "result_too_large"],
  ["a million objects in one object stream", "unreadable_pdf"],
  ["a million tiny objects", "unreadable_pdf"],
  ["one array of five million dictionaries", "unreadable_pdf"],
])("%s fails its job with %s, and a job beside it completes in its first attempt", async (name, code) => {
  const growth = await growthDuring(async () => {
    const [hostile, beside] = [await create(name), await client.create(`${origin}/page`)];
    const job = await finished(hostile);
    // On a busy machine, reading can end by its limit of time before a bound of the parser.
    const either = expect.stringMatching(`^(${code}|page_timeout)$`);
    expect(job).toMatchObject({ status: "failed", result: null, error: { code: either } });
    expect(await finished(beside)).toMatchObject({ status: "completed", error: null });
  });
  console.log(`${name}: workerd grew by ${Math.round(growth / 1e6)} MB.`);
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
  expect(service.log).not.toContain("An attempt met a fault of ours");
});

test("sound PDFs still pass, small ones and those of 200,000 objects", async () => {
  for (const name of ["a sound document", "a sound document of 200,000 objects"]) {
    const reading = async () =>
      expect(await finished(await create(name))).toMatchObject({ error: null, result: { pages: 1 } });
    await vi.waitFor(reading, { timeout: QUIET_MS, interval: 10_000 });
  }
});

test("only the completed jobs cost a credit", async () => {
  const list = async () => JobList.parse(await (await client.call("jobs?limit=100")).json()).jobs;
  // A job that runs still holds its credit.
  const running = async () => (await list()).filter(({ finishedOn }) => finishedOn === null);
  await expect.poll(running, { timeout: END_MS, interval: 200 }).toEqual([]);
  const jobs = await list();
  const completed = jobs.filter(({ status }) => status === "completed");
  expect(await client.creditsUsed()).toBe(String(completed.length));
});
