import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import puppeteer from "@cloudflare/puppeteer";
import { afterEach, expect, test, vi } from "vitest";
import { JobOptions } from "#contract/job/request.ts";
import { openDb } from "#store/db.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { addAccount, addJob } from "#store/test-account.ts";
import type { RenderBrowser } from "./render-browser.ts";

const db = openDb(env.DB);
/** Nobody listens there: the answer comes from the browser all the same. */
const REFUSED = "http://127.0.0.1:1023/";

let stub: DurableObjectStub<RenderBrowser>;
afterEach(() => runDurableObjectAlarm(stub));

/** An object of its own that has rendered one job, with the id of its browser's session. */
async function withBrowser(name: string): Promise<string> {
  stub = env.RENDER_BROWSERS.getByName(name);
  await expectRendered();
  return sessionId();
}

async function newJob(options = JSON.stringify(JobOptions.parse({}))): Promise<string> {
  const accountId = await addAccount(db, Date.now(), { tier: "pro" });
  return addJob(db, accountId, Date.now(), { url: REFUSED, options });
}

/** What only a browser can tell of the page, at the first attempt. */
async function expectEnd(jobId: string): Promise<void> {
  expect(await readLinkedJob(db, jobId)).toMatchObject({
    status: "failed",
    errorCode: "connection_failed",
    attempts: 1,
  });
}

async function expectRendered(): Promise<void> {
  const jobId = await newJob();
  expect(await stub.render(jobId, 0, false)).toMatchObject({ kind: "final" });
  await expectEnd(jobId);
}

/** The sessions that the object has noted. */
async function noted(): Promise<string[]> {
  const kept = await runInDurableObject(stub, (_, { storage }) => storage.list({ prefix: "session:" }));
  return [...kept.keys()].map((key) => key.replace("session:", ""));
}

async function sessionId(): Promise<string> {
  const [id] = await noted();
  if (id === undefined) throw new Error("The object knows no session.");
  return id;
}

async function sessionIds(): Promise<string[]> {
  return (await puppeteer.sessions(env.BROWSER)).map((session) => session.sessionId);
}

/** Of the jobs' browser contexts, how many are open. */
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

/** The object begins anew, as after a deployment: open connections keep it from being restarted more gently. */
async function restart(): Promise<void> {
  const restarted = runInDurableObject(stub, (_, state) => state.abort("restarted"));
  await expect(restarted).rejects.toThrow("restarted");
  stub = env.RENDER_BROWSERS.get(stub.id);
}

test("jobs one after the other have the same browser", async () => {
  const id = await withBrowser("same");
  await expectRendered();
  expect(await sessionId()).toBe(id);
});

test("a browser without jobs is closed when its time is over; the next job starts another", async () => {
  const id = await withBrowser("idle");
  const alarmAt = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  expect(alarmAt).toBeGreaterThan(Date.now() + (Number(env.BROWSER_IDLE_SECONDS) - 30) * 1_000);
  expect(await sessionIds()).toContain(id);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  await expect.poll(sessionIds).not.toContain(id);
  await expectRendered();
  expect(await sessionId()).not.toBe(id);
});

test("a job that comes as the time is over keeps its browser, which is closed later", async () => {
  const id = await withBrowser("just-in-time");
  const jobId = await newJob();
  await runInDurableObject(stub, async (instance, { storage }) => {
    await storage.deleteAlarm();
    const outcome = instance.render(jobId, 0, false);
    await instance.alarm();
    expect(await storage.getAlarm()).not.toBeNull();
    expect(await outcome).toMatchObject({ kind: "final" });
  });
  await expectEnd(jobId);
  expect(await sessionId()).toBe(id);
});

test("an object that was restarted finds its browser again", async () => {
  const id = await withBrowser("restarted");
  await restart();
  await expectRendered();
  expect(await sessionId()).toBe(id);
});

test("what a restarted object had open is closed: nobody guards it any more", async () => {
  const id = await withBrowser("left-open");
  // The one that is made ahead of need.
  await expect.poll(() => tabs(id)).toBe(1);
  await restart();
  await expectRendered();
  await expect.poll(() => tabs(id)).toBe(1);
});

test("a browser's time is set as it starts, since its first job may never end", async () => {
  stub = env.RENDER_BROWSERS.getByName("first-job");
  const jobId = await newJob();
  await runInDurableObject(stub, async (instance, { storage }) => {
    const outcome = instance.render(jobId, 0, false);
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

test("an object that was restarted closes the browser that it left behind", async () => {
  const id = await withBrowser("restarted-idle");
  await restart();
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  await expect.poll(sessionIds).not.toContain(id);
});

test.for([false, true])(
  "a browser that has died is replaced (object restarted as well: %s)",
  async (restarted) => {
    const id = await withBrowser(`died-${restarted}`);
    await kill(id);
    if (restarted) await restart();
    await expectRendered();
    expect(await sessionId()).not.toBe(id);
  },
);

test("a job that has lost a browser gets one of its own, which is closed after it", async () => {
  const id = await withBrowser("isolated");
  const jobId = await newJob();
  const opened = vi.spyOn(console, "warn");
  expect(await stub.render(jobId, 1, true)).toMatchObject({ kind: "final" });
  await expectEnd(jobId);
  await expect.poll(() => opened.mock.calls.flat().join()).toMatch(/"reason":"isolated","jobs":1/);
  await expect.poll(noted).toEqual([id]);
  await expect.poll(sessionIds).toContain(id);
});

test.each(['{"outputType":"gif"}', "no JSON"])(
  "a job whose stored options do not parse (%s) is a fault of ours, and the browser renders on",
  async (options) => {
    const id = await withBrowser("options");
    const jobId = await newJob(options);
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await stub.render(jobId, 0, false)).toMatchObject({ reason: "service_unavailable" });
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
