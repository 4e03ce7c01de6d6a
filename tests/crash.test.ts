/** What survives `kill -9`: every job ends, and the credits are exact. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { JobCreated, JobView } from "#contract/job-view.ts";
import { OwnService, startGatedPage } from "./own-service.ts";

const END_MS = 150_000;
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

let service: OwnService;
let page: Awaited<ReturnType<typeof startGatedPage>>;

beforeAll(async () => {
  service = await OwnService.start("crash");
});
afterAll(() => service.killAll());
beforeEach(async () => {
  page = await startGatedPage();
});
afterEach(() => page.close());

interface Job {
  key: string;
  id: string;
}

/** A connection that the service closes, or dies with, is opened again: once it is up, the answer comes. */
async function call(key: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, "x-api-key": key };
  return vi.waitFor(() => fetch(`${service.api}/${path}`, { ...init, headers }), { timeout: 20_000 });
}

async function create(key: string): Promise<Job> {
  const answer = await call(key, "jobs", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify({ url: page.url }),
  });
  expect(answer.status).toBe(202);
  return { key, id: JobCreated.parse(await answer.json()).jobId };
}

async function read(job: Job): Promise<JobView> {
  return JobView.parse(await (await call(job.key, `jobs/${job.id}`)).json());
}

async function expectCompleted(job: Job): Promise<void> {
  await expect
    .poll(async () => (await read(job)).status, { timeout: END_MS, interval: 500 })
    .toBe("completed");
  const file = await call(job.key, `files/${job.id}`);
  expect(new TextDecoder().decode(await file.arrayBuffer()).slice(0, 5)).toBe("%PDF-");
}

async function creditsUsed(key: string): Promise<string | null> {
  const answer = await call(key, "jobs?limit=1");
  return answer.headers.get("x-credits-used");
}

test("a job whose browser is killed completes on another attempt, for one credit", async () => {
  const [key = ""] = service.accounts(1);
  const job = await create(key);
  await expect.poll(() => page.held.length, { timeout: END_MS }).toBeGreaterThan(0);
  expect(service.signal("browser", "SIGKILL")).toBeGreaterThan(0);
  page.open();
  await expectCompleted(job);
  expect(await creditsUsed(key)).toBe("1");
});

test("with twenty jobs in flight the service is killed and started again: every job ends, credits are exact", async () => {
  const keys = service.accounts(2);
  const jobs = await Promise.all(keys.flatMap((key) => Array.from({ length: 10 }, () => create(key))));
  await expect.poll(() => page.held.length, { timeout: END_MS }).toBeGreaterThan(0);
  await service.killAll();
  await service.start();
  page.open();
  for (const job of jobs) await expectCompleted(job);
  for (const key of keys) expect(await creditsUsed(key)).toBe("10");
});
