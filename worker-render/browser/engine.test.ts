import { env } from "cloudflare:workers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { closeBrowser, onDisconnect } from "../devtools/devtools.ts";
import { encoding } from "../devtools/encoding.ts";
import { GuardRefused } from "../guard/check-hold.ts";
import { guardPolicy } from "../guard/policy.ts";
import { acquireBrowser } from "./acquire.ts";
import { Engine } from "./engine.ts";
import { faultyBinding, sessionIds } from "./test-binding.ts";

const policy = guardPolicy(env);
/** A browser that has nothing to do may be silent for 2 s. */
const LONGER_THAN_SILENCE_MS = 3_500;
const MANY_JOBS = 1_000;

async function engine() {
  const remote = await acquireBrowser(env);
  return { connection: remote.connection, engine: await Engine.start(remote, policy) };
}

test("jobs share a browser, each in its own browser context, until it has had its number of jobs", async () => {
  const { connection, engine: shared } = await engine();
  const gone = vi.fn();
  onDisconnect(connection, gone);
  const one = shared.begin(() => undefined);
  const two = shared.begin(() => undefined);
  const [first, second] = await Promise.all([one.take(false), two.take(false)]);
  expect(first.targetId).not.toBe(second.targetId);
  const { browserContextIds } = await connection.send("Target.getBrowserContexts");
  expect(browserContextIds.length).toBeGreaterThanOrEqual(2);
  one.done();
  await shared.end(2);
  // Two jobs were begun, which is the limit. The browser stays open for the one that still runs.
  expect(shared.usable).toBe(false);
  expect(gone).not.toHaveBeenCalled();
  two.done();
  await shared.end(2);
  expect(gone).toHaveBeenCalledOnce();
});

test("taking another tab and ending the job dispose of the tab, and the end is reported once", async () => {
  const { engine: shared } = await engine();
  let ends = 0;
  const tabs = shared.begin(() => {
    ends += 1;
  });
  const first = await tabs.take(false);
  await tabs.take(false);
  await expect(first.lost).rejects.toMatchObject({ code: "page_crashed" });
  tabs.done();
  tabs.done();
  expect(ends).toBe(1);
  await shared.close();
});

test("when a browser is lost its tabs fail with BrowserLost, not with a fault of the page", async () => {
  const { connection, engine: shared } = await engine();
  const tab = await shared.begin(() => undefined).take(false);
  await closeBrowser(connection);
  await expect(tab.lost).rejects.toMatchObject({ name: "BrowserLost", reason: "disconnected" });
  expect(shared.usable).toBe(false);
});

test("a browser that is closed after a fault of ours does not count as silent, which would hide the fault", async () => {
  const { engine: faulty } = await engine();
  const tabs = faulty.begin(() => undefined);
  await tabs.take(false);
  faulty.retire("fault");
  const closed = faulty.end(MANY_JOBS);
  expect(await faulty.isAlive()).toBe(true);
  await closed;
  expect(await faulty.isAlive()).toBe(true);
});

test("a browser that stops responding is noticed while nothing is sent to it, and is ended", {
  tags: ["nightly"],
}, async () => {
  const { limits, cut } = faultyBinding();
  const ended = vi.fn();
  const silent = await Engine.start(await acquireBrowser(limits), policy, ended);
  const tab = await silent.begin(() => undefined).take(false);
  expect(await sessionIds()).toContain(silent.sessionId);
  cut();
  await expect(tab.lost).rejects.toMatchObject({ name: "BrowserLost", reason: "silent" });
  expect(silent.usable).toBe(false);
  expect(await silent.isAlive()).toBe(false);
  await expect.poll(sessionIds).not.toContain(silent.sessionId);
  await expect.poll(() => ended.mock.calls).toHaveLength(1);
});

test("a browser whose network process has ended fails its tabs with BrowserLost", async () => {
  let id = 1;
  const reply = (method: string) =>
    method === "SystemInfo.getProcessInfo"
      ? { result: { processInfo: [{ type: "network.mojom.NetworkService", id, cpuTime: 0 }] } }
      : null;
  const shared = await Engine.start(await acquireBrowser(faultyBinding({ reply }).limits), policy);
  const tab = await shared.begin(() => undefined).take(false);
  tab.traffic.canceled = true;
  await tab.checkNetwork();
  expect(shared.usable).toBe(true);
  id = 2;
  tab.traffic.canceled = true;
  await expect(tab.checkNetwork()).rejects.toMatchObject({ name: "BrowserLost" });
  await expect(tab.lost).rejects.toMatchObject({ name: "BrowserLost", reason: "network" });
  expect(shared.usable).toBe(false);
});

test("a silent browser is ended before its connection, whose end would send the requests that the guard holds", async () => {
  const order: string[] = [];
  const instead = (_: string, method: string) => {
    if (method === "DELETE") order.push("browser");
    return null;
  };
  const { limits, cut } = faultyBinding({ instead });
  const remote = await acquireBrowser(limits);
  onDisconnect(remote.connection, () => order.push("connection"));
  const silent = await Engine.start(remote, policy);
  cut();
  expect(await silent.isAlive()).toBe(false);
  await expect.poll(() => order).toEqual(["browser", "connection"]);
});

test("a browser that responds late, because its tabs keep it busy, counts as alive", {
  tags: ["nightly"],
}, async () => {
  let response: Promise<{ result: object }> | null = null;
  const reply = (method: string) => (method === "Browser.getVersion" ? response : null);
  const busy = await Engine.start(await acquireBrowser(faultyBinding({ reply }).limits), policy);
  const tab = await busy.begin(() => undefined).take(false);
  await tab.navigate("about:blank");
  response = sleep(LONGER_THAN_SILENCE_MS, { result: {} });
  const alive = busy.isAlive();
  let isChecked = false;
  void alive.finally(() => {
    isChecked = true;
  });
  while (!isChecked)
    await tab.cdpSession.send("Runtime.evaluate", { expression: "1" }).then(() => sleep(100));
  expect(await alive).toBe(true);
  await busy.close();
});

test("a browser that encodes a picture may be silent until it is done, and no longer", {
  tags: ["nightly"],
}, async () => {
  const { limits, cut } = faultyBinding();
  const silent = await Engine.start(await acquireBrowser(limits), policy);
  const { cdpSession } = await silent.begin(() => undefined).take(false);
  const { promise: picture, resolve: end } = Promise.withResolvers<void>();
  const captured = encoding(cdpSession, picture);
  cut();
  const alive = silent.isAlive();
  expect(await Promise.race([alive, sleep(LONGER_THAN_SILENCE_MS, "encoding")])).toBe("encoding");
  end();
  await captured;
  expect(await alive).toBe(false);
});

test("a browser that cannot be taken over is ended", async () => {
  const { limits, cut } = faultyBinding();
  const remote = await acquireBrowser(limits);
  cut();
  await expect(Engine.start(remote, policy, undefined, 50)).rejects.toThrow();
  await expect.poll(sessionIds).not.toContain(remote.sessionId);
});

const refusal = (method: string) => ({ error: { code: -32601, message: `'${method}' wasn't found` } });

test.for(["Fetch.enable", "Target.setAutoAttach"])(
  "a browser that refuses %s for all its pages gets no job, and is ended",
  async (refused) => {
    const reply = (method: string) => (method === refused ? refusal(method) : null);
    const remote = await acquireBrowser(faultyBinding({ reply }).limits);
    await expect(Engine.start(remote, policy)).rejects.toBeInstanceOf(GuardRefused);
    await expect.poll(sessionIds).not.toContain(remote.sessionId);
  },
);

test("a browser that accepts the guard's commands but holds no request gets no job, and is ended", async () => {
  const reply = (method: string) => (method === "Fetch.enable" ? { result: {} } : null);
  const remote = await acquireBrowser(faultyBinding({ reply }).limits);
  await expect(Engine.start(remote, policy)).rejects.toBeInstanceOf(GuardRefused);
  await expect.poll(sessionIds).not.toContain(remote.sessionId);
});

test("after two jobs that draw their whole documents the next tab draws its own already, and no other job gets it", async () => {
  let captures = 0;
  const onCommand = (method: string) => {
    if (method === "Page.captureScreenshot") captures += 1;
  };
  const shared = await Engine.start(await acquireBrowser(faultyBinding({ onCommand }).limits), policy);
  const job = async (isWhole: boolean) => {
    const tabs = shared.begin(() => undefined);
    const tab = await tabs.take(isWhole);
    const before = captures;
    if (isWhole) await tab.drawWhole();
    const own = captures - before;
    tabs.done();
    await shared.end(MANY_JOBS);
    return own;
  };
  const [first, second] = [await job(true), await job(true)];
  await expect.poll(() => captures).toBe(6);
  const third = await job(true);
  await expect.poll(() => captures).toBe(8);
  await job(false);
  const fourth = await job(true);
  expect([first, second, third, fourth]).toEqual([2, 2, 0, 2]);
  await shared.close();
});
