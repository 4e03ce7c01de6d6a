/** `POST /jobs`: what is admitted, what it costs, and what is refused. */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { ERRORS } from "#contract/errors.ts";
import { ErrorBody, JobCreated } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { insertSession, newSession } from "#store/accounts/sign-in-sessions.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { nextUtcDay } from "#store/money/failed-render.ts";
import { creditsOf } from "#store/test-account.ts";
import { countQueries } from "#store/test-queries.ts";
import { call, db, newCaller } from "../test-caller.ts";
import { stopClock } from "../test-session.ts";
import { codeOf, create, PAGE, read } from "./test-jobs.ts";

test("a created job is pending, has used a credit and can be read at its Location", async () => {
  const caller = await newCaller();
  const response = await caller.call("POST", "/jobs", { body: { url: PAGE } });
  expect(response.status).toBe(202);
  const created = JobCreated.parse(await response.json());
  expect(response.headers.get("location")).toBe(`/api/v1/jobs/${created.jobId}`);
  expect(created.credits).toEqual({ used: 1, remaining: 49, monthly_limit: 50 });
  const job = await read(caller, created.jobId);
  expect(job).toMatchObject({
    status: "pending",
    url: PAGE,
    outputType: "pdf",
    options: { outputType: "pdf", responseType: "url", pdfOptions: { format: "A4" } },
    progress: 0,
    result: null,
    error: null,
  });
});

test("an admission takes one round trip to D1, also on the first use of a key", async () => {
  stopClock();
  const caller = await newCaller();
  const queries = countQueries();
  await create(caller);
  expect(queries.count).toBe(1);
  await create(caller);
  expect(queries.count).toBe(2);
});

test("every response to an API key, errors included, has the rate limits and the credits", async () => {
  const caller = await newCaller({ tier: "starter" });
  const { jobId } = await create(caller);
  const responses = [
    await caller.call("GET", `/jobs/${jobId}`),
    await caller.call("GET", "/jobs/job_unknown"),
    await caller.call("GET", "/jobs"),
    await caller.call("POST", "/jobs", { body: { url: 7 } }),
    await caller.call("POST", "/jobs", { body: "{" }),
  ];
  for (const { headers } of responses) {
    expect(headers.get("ratelimit-policy")).toBe(`"minute";q=${PLANS.starter.requestsPerMinute};w=60`);
    expect(headers.get("ratelimit")).toMatch(/^"minute";r=9;t=\d+$/);
    expect(headers.get("x-credits-used")).toBe("1");
    expect(headers.get("x-credits-remaining")).toBe("299");
    expect(headers.get("x-credits-limit")).toBe("300");
  }
});

test("the Free plan's daily limit is listed with its limit per minute", async () => {
  const caller = await newCaller();
  const response = await caller.call("POST", "/jobs", { body: { url: PAGE } });
  expect(response.headers.get("ratelimit-policy")).toBe('"minute";q=5;w=60, "day";q=50;w=86400');
  expect(response.headers.get("ratelimit")).toMatch(/^"minute";r=4;t=\d+, "day";r=49;t=\d+$/);
});

test("one request too many in 24 hours is refused with a sentence that does not promise a short wait", async () => {
  const caller = await newCaller();
  const { requestsPerDay } = PLANS.free;
  const { jobId } = await create(caller);
  const earlier = JSON.stringify(Array.from({ length: requestsPerDay - 1 }, (_, index) => index));
  const columns = sql`account_id, source, url, output_type, options, tier, queued_at, credit_period`;
  await db.run(sql`insert into jobs (id, created_at, ${columns})
    select jobs.id || value, created_at - 60000, ${columns} from jobs, json_each(${earlier}) where jobs.id = ${jobId}`);
  const refused = await caller.call("POST", "/jobs", { body: { url: PAGE } });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
  const { error, code } = ErrorBody.parse(await refused.json());
  expect(code).toBe("rate_limited");
  expect(error).toContain(`all ${requestsPerDay} requests of 24 hours`);
});

test("one request too many in a minute is refused with the seconds to wait", async () => {
  const caller = await newCaller();
  for (let index = 0; index < PLANS.free.requestsPerMinute; index++) await create(caller);
  const refused = await caller.call("POST", "/jobs", { body: { url: PAGE } });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect(await codeOf(refused)).toBe("rate_limited");
});

test("two hundred requests at once spend exactly the credits that are left", {
  timeout: 120_000,
}, async () => {
  const left = 9;
  const creditsUsed = PLANS.pro.creditsPerMonth - left;
  const caller = await newCaller({ tier: "pro", creditsUsed });
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => caller.call("POST", "/jobs", { body: { url: PAGE } })),
  );
  const statuses = Map.groupBy(responses, ({ status }) => status);
  expect(statuses.get(202)).toHaveLength(left);
  expect(statuses.get(402)).toHaveLength(200 - left);
  const used = PLANS.pro.creditsPerMonth;
  expect(await creditsOf(db, caller.accountId)).toEqual({ used, ledger: used });
});

test("a dashboard session creates and reads jobs like an API key", async () => {
  const { accountId } = await newCaller();
  const session = await newSession("test", Date.now());
  await insertSession(db, session, accountId, Date.now());
  const headers = { authorization: `Bearer ${session.token}` };
  const created = JobCreated.parse(
    await (await call("POST", "/jobs", { headers, body: { url: PAGE } })).json(),
  );
  expect((await readLinkedJob(db, created.jobId))?.source).toBe("dashboard");
  const response = await call("GET", `/jobs/${created.jobId}`, { headers });
  expect(response.headers.get("x-credits-used")).toBe("1");
});

test("without credits the response is 402 with the sentence of the error list", async () => {
  const caller = await newCaller({ creditsUsed: PLANS.free.creditsPerMonth });
  const refused = await caller.call("POST", "/jobs", { body: { url: PAGE } });
  expect(refused.status).toBe(402);
  expect(ErrorBody.parse(await refused.json())).toEqual({
    error: ERRORS.credits_exhausted.message,
    code: "credits_exhausted",
  });
  expect(refused.headers.get("x-credits-remaining")).toBe("0");
});

test("at the spending cap the response is 402 and says what to do", async () => {
  const fields = { tier: "pro", creditsUsed: PLANS.pro.creditsPerMonth, overageEnabled: true } as const;
  const caller = await newCaller({ ...fields, spendingCapCents: 0 });
  const refused = await caller.call("POST", "/jobs", { body: { url: PAGE } });
  expect(refused.status).toBe(402);
  expect(ErrorBody.parse(await refused.json())).toEqual({
    error: ERRORS.spending_cap_reached.message,
    code: "spending_cap_reached",
  });
});

test("after too many failures the response is 429 until the next UTC day", async () => {
  const now = stopClock();
  const resets = nextUtcDay(now);
  const failedRenderMs = PLANS.free.failedRenderMinutesPerDay * 60_000;
  const caller = await newCaller({ failedRenderMs, failedRenderUntil: resets });
  const refused = await caller.call("POST", "/jobs", { body: { url: PAGE } });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe(String(Math.ceil((resets - now) / 1000)));
  expect(ErrorBody.parse(await refused.json()).code).toBe("too_many_failures");
});

test("the same idempotency key and body returns the same job; another body is a conflict", async () => {
  const caller = await newCaller();
  const headers = { "idempotency-key": "order-1" };
  const first = await create(caller, {}, headers);
  const again = await caller.call("POST", "/jobs", { body: { options: {}, url: PAGE }, headers });
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(JobCreated.parse(await again.json()).jobId).toBe(first.jobId);
  const other = await caller.call("POST", "/jobs", { body: { url: `${PAGE}/reserved` }, headers });
  expect(other.status).toBe(409);
  expect(await codeOf(other)).toBe("idempotency_conflict");
  expect(await creditsOf(db, caller.accountId)).toEqual({ used: 1, ledger: 1 });
});

test("the idempotency key of a deleted job creates no job, with or without waiting", async () => {
  const caller = await newCaller();
  const headers = { "idempotency-key": "order-1" };
  const { jobId } = await create(caller, {}, headers);
  await caller.call("POST", "/jobs/delete", { body: { ids: [jobId] } });
  const waits: Record<string, string>[] = [{}, { prefer: "wait=1" }];
  for (const wait of waits) {
    const again = await caller.call("POST", "/jobs", {
      body: { url: PAGE },
      headers: { ...headers, ...wait },
    });
    expect(again.status).toBe(404);
    expect(await codeOf(again)).toBe("not_found");
  }
  expect(await creditsOf(db, caller.accountId)).toEqual({ used: 0, ledger: 0 });
});

test("an idempotency key that is too long is refused and costs nothing", async () => {
  const caller = await newCaller();
  const headers = { "idempotency-key": "k".repeat(LIMITS.idempotencyKeyChars + 1) };
  const refused = await caller.call("POST", "/jobs", { body: { url: PAGE }, headers });
  expect(refused.status).toBe(400);
  expect(ErrorBody.parse(await refused.json())).toMatchObject({
    code: "invalid_request",
    details: [{ path: "Idempotency-Key" }],
  });
  expect(await creditsOf(db, caller.accountId)).toEqual({ used: 0, ledger: 0 });
});

test.each([
  "http://127.0.0.1/",
  "http://[::1]:9000/",
  "http://metadata.internal/",
  "ftp://example.org/",
  "nonsense",
])("the target %s is refused with the reason", async (url) => {
  const caller = await newCaller();
  const refused = await caller.call("POST", "/jobs", { body: { url } });
  expect(refused.status).toBe(422);
  const body = ErrorBody.parse(await refused.json());
  expect(body.code).toBe("blocked_target");
  expect(body.details).toMatchObject([{ path: "url" }]);
  expect(await creditsOf(db, caller.accountId)).toEqual({ used: 0, ledger: 0 });
});

test("the stored address is the parsed one", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller, { url: " HTTPS://www.IANA.org/a/../domains " });
  expect((await read(caller, jobId)).url).toBe(PAGE);
});

test.each([
  ["a relative margin", { pdfOptions: { margin: { top: "2em" } } }, "options.pdfOptions.margin.top"],
  [
    "a quality with png",
    { screenshotOptions: { type: "png", quality: 5 } },
    "options.screenshotOptions.quality",
  ],
  [
    "a quality out of range",
    { screenshotOptions: { type: "jpeg", quality: 101 } },
    "options.screenshotOptions.quality",
  ],
  ["an unknown field", { pdfOptions: { colour: "red" } }, "options.pdfOptions.colour"],
  ["a wrong type", { outputType: "gif" }, "options.outputType"],
  ["a viewport of nothing", { pdfOptions: { viewport: { width: 0 } } }, "options.pdfOptions.viewport.width"],
])("%s is refused with its path", async (_, options, path) => {
  const caller = await newCaller();
  const refused = await caller.call("POST", "/jobs", { body: { url: PAGE, options } });
  expect(refused.status).toBe(400);
  expect(ErrorBody.parse(await refused.json()).details?.map((detail) => detail.path)).toContain(path);
});

test("a key from a web page is refused", async () => {
  const caller = await newCaller();
  const refused = await caller.call("GET", "/jobs", { headers: { origin: "https://blog.example" } });
  expect(refused.status).toBe(403);
  expect(await codeOf(refused)).toBe("private_key_in_browser");
});

test("a request without credentials is refused", async () => {
  expect((await call("GET", "/jobs")).status).toBe(401);
});

test("an account with an unverified address converts nothing, by session or by key", async () => {
  const caller = await newCaller({ emailConfirmedAt: null });
  const response = await caller.call("POST", "/jobs", { body: { url: "https://example.com/" } });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "email_unverified", error: SENTENCES.emailUnverified });
});
