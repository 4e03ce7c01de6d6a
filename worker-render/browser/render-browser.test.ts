import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import puppeteer from "@cloudflare/puppeteer";
import { afterEach, expect, test, vi } from "vitest";
import { JobOptions } from "#contract/job/request.ts";
import { watchPoints } from "#metrics/test-points.ts";
import { openDb } from "#store/db.ts";
import { inputKey } from "#store/jobs/inputs.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { addAccount, addJob } from "#store/test-account.ts";
import type { RenderBrowser } from "./render-browser.ts";

const db = openDb(env.DB);
/** A port on which no server listens: the browser reports a refused connection. */
const REFUSED = "http://127.0.0.1:1023/";

let stub: DurableObjectStub<RenderBrowser>;
afterEach(() => runDurableObjectAlarm(stub));

/** Renders one job in a new browser object. Returns Browser Run's id of its browser. */
async function withBrowser(name: string): Promise<string> {
  stub = env.RENDER_BROWSERS.getByName(name);
  await expectRendered();
  return sessionId();
}

async function newJob(options = JSON.stringify(JobOptions.parse({}))): Promise<string> {
  const accountId = await addAccount(db, Date.now(), { tier: "pro" });
  return addJob(db, accountId, Date.now(), { url: REFUSED, options });
}

/** The job's first attempt failed with what only a browser can find out. */
async function expectEnd(jobId: string): Promise<void> {
  expect(await readLinkedJob(db, jobId)).toMatchObject({
    status: "failed",
    errorCode: "connection_failed",
    attempts: 1,
  });
}

async function expectRendered(): Promise<void> {
  const jobId = await newJob();
  expect(await stub.render(jobId, 0, false, 0)).toMatchObject({ kind: "final" });
  await expectEnd(jobId);
}

/** Ids of the browsers that the object has stored. */
async function storedIds(): Promise<string[]> {
  const kept = await runInDurableObject(stub, (_, { storage }) => storage.list({ prefix: "session:" }));
  return [...kept.keys()].map((key) => key.replace("session:", ""));
}

async function sessionId(): Promise<string> {
  const [id] = await storedIds();
  if (id === undefined) throw new Error("The object has no browser.");
  return id;
}

async function sessionIds(): Promise<string[]> {
  return (await puppeteer.sessions(env.BROWSER)).map((session) => session.sessionId);
}

/** Number of open browser contexts, without the default one. */
async function tabs(id: string): Promise<number> {
  const browser = await puppeteer.connect(env.BROWSER, id);
  const { length } = browser.browserContexts();
  await browser.disconnect();
  return length - 1;
}

async function kill(id: string): Promise<void> {
  await (await puppeteer.connect(env.BROWSER, id)).close();
  await expect.poll(sessionIds).not.toContain(id);
}

/** Restarts the object, as a deployment does. Its open connections prevent an ordinary eviction. */
async function restart(): Promise<void> {
  const restarted = runInDurableObject(stub, (_, state) => state.abort("restarted"));
  await expect(restarted).rejects.toThrow("restarted");
  stub = env.RENDER_BROWSERS.get(stub.id);
}

test("jobs one after the other use the same browser", async () => {
  const id = await withBrowser("same");
  await expectRendered();
  expect(await sessionId()).toBe(id);
});

test("a browser without jobs is closed after its idle time, and the next job starts another", async () => {
  const pointsOf = watchPoints(env.METRICS);
  const id = await withBrowser("idle");
  const alarmAt = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  expect(alarmAt).toBeGreaterThan(Date.now() + (Number(env.BROWSER_IDLE_SECONDS) - 30) * 1_000);
  expect(await sessionIds()).toContain(id);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  await expect.poll(sessionIds).not.toContain(id);
  expect(pointsOf("browser")).toMatchObject([{ event: "retired", reason: "idle", jobs: 1 }]);
  await expectRendered();
  expect(await sessionId()).not.toBe(id);
});

test("a browser is not closed at the end of its idle time if a job has just come", {
  tags: ["nightly"],
}, async () => {
  const id = await withBrowser("just-in-time");
  const jobId = await newJob();
  await runInDurableObject(stub, async (instance, { storage }) => {
    await storage.deleteAlarm();
    const outcome = instance.render(jobId, 0, false, 0);
    await instance.alarm();
    expect(await storage.getAlarm()).not.toBeNull();
    expect(await outcome).toMatchObject({ kind: "final" });
  });
  await expectEnd(jobId);
  expect(await sessionId()).toBe(id);
});

test("an object that was restarted uses its old browser again", async () => {
  const id = await withBrowser("restarted");
  await restart();
  await expectRendered();
  expect(await sessionId()).toBe(id);
});

test("a restarted object closes the tabs that it had open, because no guard checks them any more", async () => {
  const id = await withBrowser("left-open");
  // The tab that is kept open for the next job.
  await expect.poll(() => tabs(id)).toBe(1);
  await restart();
  await expectRendered();
  await expect.poll(() => tabs(id)).toBe(1);
});

test("a browser's idle time is set at its start, because its first job may never end", async () => {
  stub = env.RENDER_BROWSERS.getByName("first-job");
  const jobId = await newJob();
  await runInDurableObject(stub, async (instance, { storage }) => {
    const outcome = instance.render(jobId, 0, false, 0);
    await vi.waitUntil(async () => (await storage.list({ prefix: "session:" })).size > 0, {
      timeout: 30_000,
      interval: 1,
    });
    const alarmAt = await storage.getAlarm();
    expect(await instance.rendering()).toEqual([jobId]);
    expect(alarmAt).not.toBeNull();
    await outcome;
  });
});

test("an object that was restarted closes its old browser after the idle time", async () => {
  const id = await withBrowser("restarted-idle");
  await restart();
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  await expect.poll(sessionIds).not.toContain(id);
});

test.for([false, true])(
  "a browser that has crashed is replaced (object restarted as well: %s)",
  async (restarted) => {
    const id = await withBrowser(`died-${restarted}`);
    await kill(id);
    if (restarted) await restart();
    await expectRendered();
    expect(await sessionId()).not.toBe(id);
  },
);

test("an isolated job gets a browser of its own, which is closed after the job", async () => {
  const id = await withBrowser("isolated");
  const jobId = await newJob();
  const opened = vi.spyOn(console, "warn");
  expect(await stub.render(jobId, 1, true, 0)).toMatchObject({ kind: "final" });
  await expectEnd(jobId);
  await expect.poll(() => opened.mock.calls.flat().join()).toMatch(/"reason":"isolated","jobs":1/);
  await expect.poll(storedIds).toEqual([id]);
  await expect.poll(sessionIds).toContain(id);
});

test.each(['{"outputType":"gif"}', "no JSON"])(
  "a job whose stored options do not parse (%s) is a fault of ours, and the browser stays in use",
  async (options) => {
    const id = await withBrowser("options");
    const jobId = await newJob(options);
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await stub.render(jobId, 0, false, 0)).toMatchObject({ reason: "service_unavailable" });
    expect(errors.mock.calls.flat().join()).toContain(jobId);
    errors.mockRestore();
    expect(await readLinkedJob(db, jobId)).toMatchObject({
      status: "pending",
      errorCode: "service_unavailable",
    });
    await expectRendered();
    expect(await sessionId()).toBe(id);
  },
);

test("the HTML of a job is deleted when the job ends, and a job that does not find it is tried again", async () => {
  stub = env.RENDER_BROWSERS.getByName("input");
  const accountId = await addAccount(db, Date.now(), { tier: "pro" });
  const render = async (html: string | null) => {
    const jobId = await addJob(db, accountId, Date.now(), { input: "html", url: "" });
    if (html !== null) await env.RESULTS.put(inputKey(jobId), html);
    const { kind } = await stub.render(jobId, 0, false, 0);
    return { kind, input: await env.RESULTS.head(inputKey(jobId)), job: await readLinkedJob(db, jobId) };
  };
  const leads = `<script>location = "${REFUSED}"</script>`;
  expect(await render("<p>Words</p>")).toMatchObject({ kind: "completed", input: null });
  expect(await render(leads)).toMatchObject({ kind: "final", input: null, job: { status: "failed" } });
  expect(await render(null)).toMatchObject({ kind: "again", job: { status: "pending" } });
});
