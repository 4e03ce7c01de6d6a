import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { Usage } from "#contract/job/usage.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { cancel, fail } from "#store/jobs/jobs.ts";
import { nextUtcDay } from "#store/money/failed-render.ts";
import { jobs, publicKeys } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { addJob } from "#store/test-account.ts";
import { db } from "../test-caller.ts";
import { read, refusal, signedIn, stopClock } from "../test-session.ts";

const DAY_MS = 86_400_000;

const NO_JOBS = {
  jobs: 0,
  credits: 0,
  failures: 0,
  canceled: 0,
  pdf: 0,
  screenshot: 0,
  markdown: 0,
  html: 0,
  latency_ms: null,
};

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Completes a job this long after its creation. */
async function completeAfter(id: string, ms: number): Promise<void> {
  await db
    .update(jobs)
    .set({ status: "completed", finishedAt: sql`created_at + ${ms}` })
    .where(eq(jobs.id, id));
}

test("usage lists each day, key and domain, without refunded credits", async () => {
  const now = stopClock();
  const { accountId, token } = await signedIn({ tier: "pro" });
  const other = await signedIn({ tier: "pro" });
  await addJob(db, other.accountId, now);
  const keyId = newId("pub");
  await db.insert(publicKeys).values({
    id: keyId,
    accountId,
    name: "Shop",
    key: newId("pub"),
    authorizedDomains: ["example.com"],
    createdAt: now,
  });
  await addJob(db, accountId, now - 2 * DAY_MS, { outputType: "screenshot", keyId: newId("key") });
  await addJob(db, accountId, now, { outputType: "markdown", url: "" });
  await addJob(db, accountId, now, { source: "widget", keyId, url: "https://shop.example.org:8443/?a=//b/" });
  const failed = await addJob(db, accountId, now, { source: "widget", keyId });
  await fail(db, { id: failed }, now, { code: "dns_failed", message: "", stage: "navigating" });
  await cancel(db, { accountId }, await addJob(db, accountId, now), now);

  const usage = await read(Usage, "GET", "/user/usage?days=3", { token });
  expect(usage.days).toEqual([
    { date: dateOf(now - 2 * DAY_MS), ...NO_JOBS, jobs: 1, credits: 1, screenshot: 1 },
    { date: dateOf(now - DAY_MS), ...NO_JOBS },
    { date: dateOf(now), ...NO_JOBS, jobs: 4, credits: 2, failures: 1, canceled: 1, pdf: 3, markdown: 1 },
  ]);
  expect(usage.keys).toEqual([
    { key_id: keyId, name: "Shop", kind: "public", ...NO_JOBS, jobs: 2, credits: 1, failures: 1, pdf: 2 },
    expect.objectContaining({ kind: "private", jobs: 1, credits: 1, failures: 0 }),
  ]);
  expect(usage.domains).toEqual([
    { host: "example.com", ...NO_JOBS, jobs: 3, credits: 1, failures: 1, canceled: 1, pdf: 2, screenshot: 1 },
    { host: "shop.example.org:8443", ...NO_JOBS, jobs: 1, credits: 1, pdf: 1 },
  ]);
});

test("the time of jobs is given as the time that 50, 90 and 99 % of the completed ones took at most", async () => {
  const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
  const { accountId, token } = await signedIn({ tier: "pro" });
  for (let i = 1; i <= 10; i++) {
    const id = await addJob(db, accountId, noon + i * 10_000, { keyId: "key_own" });
    await completeAfter(id, i * 1000);
  }
  const failed = await addJob(db, accountId, noon);
  await fail(db, { id: failed }, noon + 90_000, { code: "dns_failed", message: "", stage: "navigating" });
  const alone = await addJob(db, accountId, noon - DAY_MS);
  await completeAfter(alone, 700);

  const usage = await read(Usage, "GET", "/user/usage?days=3", { token });
  const ten = { p50: 5_000, p90: 9_000, p99: 10_000 };
  expect(usage.days.map((day) => day.latency_ms)).toEqual([{ p50: 700, p90: 700, p99: 700 }, ten, null]);
  expect(usage.keys.map((key) => key.latency_ms)).toEqual([ten]);
  expect(usage.domains.map((domain) => domain.latency_ms)).toEqual([{ p50: 5_000, p90: 9_000, p99: 10_000 }]);
});

test("usage can be filtered, and keys and domains still list what else can be chosen", async () => {
  const now = stopClock();
  const { accountId, token } = await signedIn({ tier: "pro" });
  const jobsOf = [
    { outputType: "pdf", keyId: "key_1", url: "https://a.example/x" },
    { outputType: "html", keyId: "key_1", url: "https://b.example/" },
    { outputType: "html", keyId: "key_2", url: "https://b.example/" },
  ] as const;
  const [first] = await Promise.all(jobsOf.map((fields) => addJob(db, accountId, now, fields)));
  await completeAfter(first ?? "", 1);
  await addJob(db, accountId, now - 3 * DAY_MS, { keyId: "key_3" });

  async function shown(query: string) {
    const { days, keys, domains } = await read(Usage, "GET", `/user/usage?${query}`, { token });
    return {
      jobs: days.reduce((sum, day) => sum + day.jobs, 0),
      keys: keys.map((key) => key.key_id).sort(),
      domains: domains.map((domain) => domain.host).sort(),
    };
  }
  const [keys, domains] = [
    ["key_1", "key_2"],
    ["a.example", "b.example"],
  ];
  expect(await shown("days=2")).toEqual({ jobs: 3, keys, domains });
  expect(await shown("days=2&key=key_1")).toEqual({ jobs: 2, keys, domains });
  expect(await shown("days=2&domain=B.example")).toEqual({ jobs: 2, keys, domains });
  expect(await shown("days=2&outputType=html&key=key_2")).toEqual({
    jobs: 1,
    keys,
    domains: ["b.example"],
  });
  expect(await shown("days=2&status=completed")).toEqual({
    jobs: 1,
    keys: ["key_1"],
    domains: ["a.example"],
  });
  const before = await shown(`days=1&to=${dateOf(now - 3 * DAY_MS)}`);
  expect(before).toEqual({ jobs: 1, keys: ["key_3"], domains: ["example.com"] });
});

test("usage shows the time of today's failed jobs, the plan's limit and when it starts again", async () => {
  const now = stopClock();
  const resets = nextUtcDay(now);
  const { token } = await signedIn({ tier: "starter", failedRenderMs: 90_500, failedRenderUntil: resets });
  const { failed_render } = await read(Usage, "GET", "/user/usage", { token });
  expect(failed_render).toEqual({
    seconds: 90,
    daily_limit_seconds: PLANS.starter.failedRenderMinutesPerDay * 60,
    resets_at: new Date(resets).toISOString(),
  });
});

test.each([
  ["days", "0"],
  ["days", String(LIMITS.usageDays + 1)],
  ["days", "many"],
  ["to", "yesterday"],
  ["status", "late"],
  ["domain", ""],
])("usage with %s=%s is refused", async (name, value) => {
  const { token } = await signedIn();
  const refused = await refusal("GET", `/user/usage?${name}=${value}`, { token });
  expect(refused.body.details?.map(({ path }) => path)).toEqual([name]);
});
