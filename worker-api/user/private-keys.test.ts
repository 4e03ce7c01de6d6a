import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ActivityList } from "#contract/account/activity.ts";
import {
  type PrivateKey,
  PrivateKeyCreated,
  PrivateKeyList,
  PrivateKeyResponse,
} from "#contract/account/private-keys.ts";
import { SCOPE_MISSING } from "#contract/api-keys.ts";
import { Usage } from "#contract/job/usage.ts";
import { JobCreated, JobList, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { nextUtcDay } from "#store/money/failed-render.ts";
import { apiKeys, jobs } from "#store/schema.ts";
import { creditsOf } from "#store/test-account.ts";
import { expectQueries } from "#store/test-queries.ts";
import { db, newCaller } from "../test-caller.ts";
import { call, read, refusal, sessionOf, signedIn, stopClock } from "../test-session.ts";

const ALL = ["read", "render", "admin"];
const DAY_MS = 86_400_000;
const PAGE = { url: "https://example.com/" };

async function create(token: string, fields: object = {}) {
  const body = { name: "CI", scopes: ALL, ...fields };
  const response = await call("POST", "/user/api-keys", { token, body });
  expect(response.status).toBe(201);
  return PrivateKeyCreated.parse(await response.json());
}

async function listed(token: string): Promise<PrivateKey[]> {
  return (await read(PrivateKeyList, "GET", "/user/api-keys", { token })).api_keys;
}

function withKey(key: string, headers: Record<string, string> = {}) {
  return { headers: { "x-api-key": key, ...headers } };
}

async function createJob(key: string, headers: Record<string, string> = {}) {
  const response = await call("POST", "/jobs", { ...withKey(key, headers), body: PAGE });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("a key is created, listed beside the default key, changed and deleted", async () => {
  const { accountId } = await newCaller();
  const token = await sessionOf(accountId);
  const { api_key, key } = await create(token, { scopes: ["render", "read", "read"], monthly_ceiling: 10 });
  expect(key).toMatch(/^sk_live_[0-9A-Za-z]+$/);
  expect(key.startsWith(api_key.beginning.slice(0, -1))).toBe(true);
  expect(api_key).toMatchObject({ scopes: ["read", "render"], monthly_ceiling: 10, used_this_period: 0 });
  expect((await createJob(key)).status).toBe(202);

  const [main, named] = await listed(token);
  expect(main).toMatchObject({ name: "Default", is_default: true, scopes: ALL, monthly_ceiling: null });
  expect(named).toMatchObject({
    ...api_key,
    used_this_period: 1,
    last_used_at: api_key.created_at,
  });
  const rows = await db.select().from(apiKeys).where(eq(apiKeys.accountId, accountId));
  expect(JSON.stringify(rows), "the key itself is not stored").not.toContain(key.slice(-40));

  const path = `/user/api-keys/${api_key.id}`;
  const body = { name: "Nightly", scopes: ["read"], monthly_ceiling: null };
  const changed = await read(PrivateKeyResponse, "PATCH", path, { token, body });
  expect(changed.api_key).toMatchObject(body);
  expect((await createJob(key)).body).toMatchObject({ code: "missing_scope" });
  expect((await call("GET", "/jobs", withKey(key))).status).toBe(200);

  expect((await call("DELETE", path, { token })).status).toBe(204);
  expect((await call("GET", "/jobs", withKey(key))).status).toBe(401);
  expect((await listed(token)).map(({ name }) => name)).toEqual(["Default"]);
  const { activities } = await read(ActivityList, "GET", "/user/activity", { token });
  expect(activities.map(({ kind, detail }) => [kind, detail])).toEqual([
    ["api_key_deleted", "Nightly"],
    ["api_key_changed", "Nightly"],
    ["api_key_created", "CI"],
  ]);
  const { keys } = await read(Usage, "GET", "/user/usage", { token });
  expect(keys).toMatchObject([
    { key_id: api_key.id, name: "Nightly (deleted)", kind: "private", credits: 1 },
  ]);
});

test("a key needs a name and a scope", async () => {
  const { token } = await signedIn();
  const body = { name: " ", scopes: [] };
  const refused = await refusal("POST", "/user/api-keys", { token, body });
  expect(refused.body.details).toEqual([
    { path: "name", message: SENTENCES.keyNameMissing },
    { path: "scopes", message: SCOPE_MISSING },
  ]);
});

test("an unverified account gets no further key", async () => {
  const { token } = await signedIn({ emailConfirmedAt: null });
  const refused = await refusal("POST", "/user/api-keys", { token, body: { name: "CI", scopes: ALL } });
  expect(refused).toMatchObject({ status: 403, body: { code: "email_unverified" } });
});

test("the default key and keys of other accounts cannot be changed or deleted", async () => {
  const { accountId, key } = await newCaller();
  const token = await sessionOf(accountId);
  const [main] = await listed(token);
  const { api_key: foreign } = await create((await signedIn()).token);
  for (const id of [main?.id, foreign.id]) {
    const path = `/user/api-keys/${id}`;
    expect((await refusal("PATCH", path, { token, body: { name: "x" } })).body.code).toBe("not_found");
    expect((await refusal("DELETE", path, { token })).body.code).toBe("not_found");
  }
  expect((await call("GET", "/jobs", withKey(key))).status).toBe(200);
});

test("an account never has more keys than allowed, even with concurrent requests", async () => {
  const { accountId, token } = await signedIn();
  const now = Date.now();
  const filled = Array.from({ length: LIMITS.apiKeys - 2 }, (_, n) => ({
    ...{ id: `key_${accountId}${n}`, hash: `${accountId}${n}`, name: `${n}` },
    ...{ accountId, createdAt: now },
  }));
  await db.batch([db.insert(apiKeys).values(filled.slice(0, 9)), db.insert(apiKeys).values(filled.slice(9))]);
  const body = { name: "CI", scopes: ALL };
  const responses = await Promise.all(
    [1, 2, 3, 4].map(() => call("POST", "/user/api-keys", { token, body })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
});

test("a key at its ceiling is refused, while the limit headers show the account's credits", async () => {
  const { token } = await signedIn({ tier: "starter" });
  const { key } = await create(token, { monthly_ceiling: 1 });
  expect((await createJob(key)).status).toBe(202);
  const refused = await createJob(key);
  expect(refused).toMatchObject({ status: 402, body: { code: "key_ceiling_reached" } });
  expect(refused.headers.get("x-credits-remaining")).toBe("299");
});

test("a test key creates jobs like a live key, without credits, and each key sees the jobs of its mode", async () => {
  const { accountId, token } = await signedIn({ tier: "starter" });
  const [live, tests] = [(await create(token)).key, (await create(token, { mode: "test" })).key];
  expect(tests).toMatch(/^sk_test_/);
  const idempotent = { "idempotency-key": "order-1" };
  const made = [await createJob(live, idempotent), await createJob(tests, idempotent)];
  const [liveJob, testJob] = made.map(({ body }) => JobCreated.parse(body));
  if (!liveJob || !testJob) throw new Error("no jobs");
  expect(Object.keys(testJob)).toEqual(Object.keys(liveJob));
  expect(testJob.credits).toEqual(liveJob.credits);
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });

  const views = await Promise.all(
    [
      [liveJob.jobId, live],
      [testJob.jobId, tests],
    ].map(([id, key = ""]) => read(JobView, "GET", `/jobs/${id}`, withKey(key))),
  );
  expect(views.map((view) => view.test)).toEqual([false, true]);
  expect(Object.keys(views[1] ?? {})).toEqual(Object.keys(views[0] ?? {}));
  for (const [id, key] of [
    [liveJob.jobId, tests],
    [testJob.jobId, live],
  ] as const) {
    expect((await refusal("GET", `/jobs/${id}`, withKey(key))).body.code).toBe("not_found");
    expect((await refusal("DELETE", `/jobs/${id}`, withKey(key))).body.code).toBe("not_found");
    const { jobs: seen } = await read(JobList, "GET", "/jobs", withKey(key));
    expect(seen.map(({ jobId }) => jobId)).not.toContain(id);
  }
  expect((await read(JobList, "GET", "/jobs", { token })).jobs).toHaveLength(2);
  const canceled = await read(JobView, "DELETE", `/jobs/${testJob.jobId}`, withKey(tests));
  expect(canceled).toMatchObject({ status: "canceled", message: "The job was canceled." });
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });
  const { days } = await read(Usage, "GET", "/user/usage?days=1", { token });
  expect(days).toMatchObject([{ jobs: 2, credits: 1 }]);
});

test("the day's limit of test jobs refuses only test keys, until midnight UTC", async () => {
  const startOfDay = nextUtcDay(Date.now()) - DAY_MS;
  // In the first minute of a day, the day's jobs would reach the limit of a minute first.
  stopClock(startOfDay + DAY_MS / 2);
  const { accountId, token } = await signedIn({ tier: "starter" });
  const [live, tests] = [(await create(token)).key, (await create(token, { mode: "test" })).key];
  const { jobId } = JobCreated.parse((await createJob(tests)).body);
  const [row] = await db.select().from(jobs).where(eq(jobs.id, jobId));
  if (!row) throw new Error("no job");
  for (let n = 1; n < LIMITS.testJobsPerDay; n++) {
    await db.insert(jobs).values({ ...row, id: `${jobId}${n}`, createdAt: startOfDay });
  }
  const refused = await createJob(tests);
  expect(refused).toMatchObject({ status: 429, body: { code: "test_limit_reached" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await createJob(live)).status).toBe(202);
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });
});

test("a read and an admission by a key ask D1 once each", async () => {
  stopClock();
  const { token } = await signedIn();
  const { key } = await create(token);
  const first = JobCreated.parse((await createJob(key)).body);
  await expectQueries(1, () => createJob(key));
  await expectQueries(1, () => call("GET", `/jobs/${first.jobId}`, withKey(key)));
});
