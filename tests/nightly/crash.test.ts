/** After `kill -9` of any process every job still ends, and the credits are exact. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { END_MS, OwnClient, OwnService, startGatedPage } from "../stage/own-service.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

let service: OwnService;
/** API keys of unused accounts. */
let keys: string[];
let page: Awaited<ReturnType<typeof startGatedPage>>;

beforeAll(async () => {
  service = await OwnService.start("crash");
  keys = service.accounts(7);
});
afterAll(() => service.killAll());
beforeEach(async () => {
  page = await startGatedPage();
});
afterEach(() => page.close());

function clients(count: number): OwnClient[] {
  return keys.splice(0, count).map((key) => new OwnClient(service, key));
}

test.for([
  ["is killed", "browser", "SIGKILL"],
  ["hangs", "browser", "SIGSTOP"],
  ["loses the process of the page", "renderer", "SIGKILL"],
  ["loses its network process", "network", "SIGKILL"],
] as const)("jobs whose browser %s complete, for one credit each", async ([, kind, signal]) => {
  const [client] = clients(1);
  if (!client) throw new Error("There is no account.");
  const jobs = [await client.create(page.url), await client.create(page.url)];
  await expect.poll(() => page.held.length, { timeout: END_MS }).toBe(jobs.length);
  expect(service.signal(kind, signal)).toBeGreaterThan(0);
  page.open();
  for (const job of jobs) await client.expectCompleted(job);
  expect(await client.creditsUsed()).toBe(String(jobs.length));
  // State T: stopped. A browser that hangs is killed, not left behind.
  const hanging = () => service.processes().filter(({ state }) => state.startsWith("T"));
  await expect.poll(hanging, { timeout: END_MS }).toEqual([]);
});

test("jobs complete whose tab loses its process before they begin", async () => {
  const [client] = clients(1);
  if (!client) throw new Error("There is no account.");
  page.open();
  await client.expectCompleted(await client.create(page.url));
  for (let round = 1; round <= 3; round += 1) {
    // The browser has a tab open for the next job.
    service.signal("renderer", "SIGKILL");
    await client.expectCompleted(await client.create(page.url));
  }
});

test("twenty jobs survive a kill and a restart of the service, and each costs one credit", async () => {
  const made = await Promise.all(
    clients(2).map(async (client) => ({
      client,
      jobs: await Promise.all(Array.from({ length: 10 }, () => client.create(page.url))),
    })),
  );
  await expect.poll(() => page.held.length, { timeout: END_MS }).toBeGreaterThan(0);
  await service.killAll();
  await service.start();
  page.open();
  for (const { client, jobs } of made) {
    for (const job of jobs) await client.expectCompleted(job);
    expect(await client.creditsUsed()).toBe("10");
  }
});
