import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ERRORS } from "#contract/errors.ts";
import { NOT_WATCHED } from "#contract/job/scheduling.ts";
import { ErrorBody, JobCreated, JobList, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { insertSession, newSession } from "#store/accounts/sign-in-sessions.ts";
import { claim, complete, fail, readLinkedJob } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { nextUtcDay } from "#store/money/failed-render.ts";
import { jobs } from "#store/schema.ts";
import { creditsOf } from "#store/test-account.ts";
import { countQueries } from "#store/test-queries.ts";
import { schedulers } from "../http/scheduler-stub.ts";
import { type Caller, call, db, newCaller } from "../test-caller.ts";
import { stopClock } from "../test-session.ts";

const PAGE = "https://www.iana.org/domains";
const BYTES = new TextEncoder().encode("%PDF-1.7 not really, but it is what was stored");

async function create(caller: Caller, body: object = {}, headers: Record<string, string> = {}) {
  const response = await caller.call("POST", "/jobs", { body: { url: PAGE, ...body }, headers });
  expect(response.status).toBe(202);
  return JobCreated.parse(await response.json());
}

const COMPLETENESS = {
  document: "whole",
  fonts: "missing",
  images: { total: 3, loaded: 2 },
  requests: { total: 9, failed: 1, slow: 1, blocked: 0 },
} as const;

/** Ends the job as the render Worker does, without a page. */
async function finish(jobId: string, bytes: Uint8Array = BYTES): Promise<void> {
  const job = await claim(db, jobId, Date.now(), 60_000);
  if (!job) throw new Error("not pending");
  await env.RESULTS.put(resultKey(job), bytes);
  const result = {
    type: "pdf",
    bytes: bytes.length,
    pages: 1,
    truncated: false,
    filename: "Domains.pdf",
    completeness: COMPLETENESS,
  } as const;
  await complete(db, job, Date.now(), result, [], { total: 5 });
}

async function read(caller: Caller, jobId: string): Promise<JobView> {
  const response = await caller.call("GET", `/jobs/${jobId}`);
  expect(response.status).toBe(200);
  return JobView.parse(await response.json());
}

async function codeOf(response: Response): Promise<string> {
  return ErrorBody.parse(await response.json()).code;
}

test("a finished job reports what of its page arrived", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  await finish(jobId);
  expect((await read(caller, jobId)).result?.completeness).toEqual(COMPLETENESS);
});

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

test("canceling a pending job refunds its credit once", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  const canceled = JobView.parse(await (await caller.call("DELETE", `/jobs/${jobId}`)).json());
  expect(canceled).toMatchObject({ status: "canceled", credits: { used: 0 } });
  await caller.call("DELETE", `/jobs/${jobId}`);
  expect(await creditsOf(db, caller.accountId)).toEqual({ used: 0, ledger: 0 });
});

test("a job that is being rendered cannot be canceled", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  await claim(db, jobId, Date.now(), 60_000);
  const refused = await caller.call("DELETE", `/jobs/${jobId}`);
  expect(refused.status).toBe(409);
  expect(await codeOf(refused)).toBe("job_processing");
});

test("deleting a finished job deletes its file; the job stays and still counts in the minute", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  await finish(jobId);
  const deleted = await caller.call("DELETE", `/jobs/${jobId}`);
  expect(JobView.parse(await deleted.json()).result).toMatchObject({ url: null, expired: true });
  expect(deleted.headers.get("ratelimit")).toContain('"minute";r=4');
  expect((await env.RESULTS.list({ prefix: `results/${jobId}/` })).objects).toEqual([]);
  expect((await caller.call("GET", `/files/${jobId}`)).status).toBe(410);
});

test("another account's job is not found", async () => {
  const [owner, other] = [await newCaller(), await newCaller()];
  const { jobId } = await create(owner);
  await finish(jobId);
  for (const [method, path] of [
    ["GET", `/jobs/${jobId}`],
    ["DELETE", `/jobs/${jobId}`],
    ["GET", `/files/${jobId}`],
  ] as const) {
    expect((await other.call(method, path)).status).toBe(404);
  }
  expect(JobList.parse(await (await other.call("GET", "/jobs")).json()).jobs).toEqual([]);
});

test("a create request with Prefer: wait returns the finished job", async () => {
  const caller = await newCaller();
  const waiting = caller.call("POST", "/jobs", { body: { url: PAGE }, headers: { prefer: "wait=30" } });
  const mine = () => db.select().from(jobs).where(eq(jobs.accountId, caller.accountId));
  await expect.poll(mine, { timeout: 20_000 }).toHaveLength(1);
  const [row] = await mine();
  const jobId = row?.id ?? "";
  await finish(jobId);
  await schedulers(env)[0]?.drop(jobId);
  const response = await waiting;
  expect(response.status).toBe(200);
  expect(response.headers.get("preference-applied")).toBe("wait=30");
  expect(JobView.parse(await response.json())).toMatchObject({ jobId, status: "completed" });
});

test("a create request whose wait is too short returns the pending job", async () => {
  const caller = await newCaller();
  const response = await caller.call("POST", "/jobs", { body: { url: PAGE }, headers: { prefer: "wait=0" } });
  expect(response.status).toBe(202);
  expect(JobCreated.parse(await response.json()).status).toBe("pending");
});

test("a read with Prefer: wait returns 200 when the job has ended", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  await finish(jobId);
  const response = await caller.call("GET", `/jobs/${jobId}`, { headers: { prefer: "wait=30" } });
  expect(response.status).toBe(200);
  expect(JobView.parse(await response.json())).toMatchObject({ jobId, status: "completed" });
});

test("beyond the account's waits a request does not wait, and says so", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  const wait = () => schedulers(env)[0]?.settled(jobId, caller.accountId, 30_000);
  const waits = Array.from({ length: LIMITS.waitsPerAccount + 1 }, wait);
  expect(await Promise.race(waits)).toBe(NOT_WATCHED);
  const response = await caller.call("GET", `/jobs/${jobId}`, { headers: { prefer: "wait=60" } });
  expect(response.status).toBe(202);
  expect(response.headers.has("preference-applied")).toBe(false);
  await schedulers(env)[0]?.drop(jobId);
  await Promise.all(waits);
});

test.for([undefined, "application/pdf"])(
  "a read whose wait is too short returns the unfinished job with 202 (Accept: %s)",
  async (accept) => {
    const caller = await newCaller();
    const { jobId } = await create(caller);
    const headers = { prefer: "wait=0", ...(accept === undefined ? {} : { accept }) };
    const response = await caller.call("GET", `/jobs/${jobId}`, { headers });
    expect(response.status).toBe(202);
    expect(response.headers.get("preference-applied")).toBe("wait=0");
    expect(JobView.parse(await response.json())).toMatchObject({
      jobId,
      status: "pending",
      credits: { used: 1 },
    });
    expect((await caller.call("GET", `/jobs/${jobId}`)).status).toBe(200);
  },
);

test("a buffer job returns its file as Base64, or as bytes if Accept names the file's type", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller, { options: { responseType: "buffer" } });
  await finish(jobId);
  const { result } = await read(caller, jobId);
  expect(result?.type === "buffer" && result.data).toBe(btoa(new TextDecoder().decode(BYTES)));
  const raw = await caller.call("GET", `/jobs/${jobId}`, { headers: { accept: "application/pdf" } });
  expect(raw.headers.get("content-type")).toBe("application/pdf");
  expect(new Uint8Array(await raw.arrayBuffer())).toEqual(BYTES);
  expect(raw.headers.get("x-credits-used")).toBe("1");
});

test("any job returns its file if Accept names the file's type, and JSON for other types", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  await finish(jobId);
  const typeFor = async (accept: string) =>
    (await caller.call("GET", `/jobs/${jobId}`, { headers: { accept } })).headers.get("content-type");
  expect(await typeFor("application/pdf")).toBe("application/pdf");
  expect(await typeFor("text/html, application/pdf;q=0.9, */*;q=0.8")).toBe("application/pdf");
  expect(await typeFor("application/pdf, application/json")).toBe("application/json");
  expect(await typeFor("image/*")).toBe("application/json");
  expect(await typeFor("*/*")).toBe("application/json");
});

test("if the client asks for the file, a failed job is an error with its own status", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller, { options: { responseType: "buffer" } });
  const { message } = ERRORS.page_timeout;
  await fail(db, { id: jobId }, Date.now(), { code: "page_timeout", stage: "navigating", message });
  const response = await caller.call("GET", `/jobs/${jobId}`, { headers: { accept: "application/pdf" } });
  expect(response.status).toBe(ERRORS.page_timeout.status);
  expect(await codeOf(response)).toBe("page_timeout");
});

test("a buffer that is too large for JSON becomes a link with a warning", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller, { options: { responseType: "buffer" } });
  await finish(jobId, new Uint8Array(LIMITS.bufferBytes + 1));
  const job = await read(caller, jobId);
  expect(job.result?.type).toBe("url");
  expect(job.warnings).toMatchObject([{ code: "buffer_too_large" }]);
});

test("the pages of the list go from newest to oldest without gaps or duplicates", async () => {
  const caller = await newCaller({ tier: "pro" });
  const ids: string[] = [];
  for (let index = 0; index < 7; index++) ids.unshift((await create(caller)).jobId);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const response: Response = await caller.call("GET", `/jobs?limit=3${cursor && `&cursor=${cursor}`}`);
    const page = JobList.parse(await response.json());
    seen.push(...page.jobs.map((job) => job.jobId));
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(ids.length);
  expect(new Set(seen)).toEqual(new Set(ids));
  const rows = await Promise.all(seen.map((id) => readLinkedJob(db, id)));
  const times = rows.map((row) => row?.createdAt ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("the list leaves out the long styles and scripts of a job, which the job itself shows", async () => {
  const caller = await newCaller({ tier: "pro" });
  const css = ["p {}".padEnd(LIMITS.cssChars)];
  const { jobId } = await create(caller, { options: { css, formFactor: "mobile" } });
  const { jobs: listed } = JobList.parse(await (await caller.call("GET", "/jobs")).json());
  expect(listed[0]?.options).toMatchObject({ formFactor: "mobile" });
  expect(listed[0]?.options.css).toBeUndefined();
  const job = JobView.parse(await (await caller.call("GET", `/jobs/${jobId}`)).json());
  expect(job.options.css).toEqual(css);
});

test("the list filters by status and type, across pages", async () => {
  const caller = await newCaller({ tier: "pro" });
  const pdf = await create(caller);
  const shot = await create(caller, { options: { outputType: "screenshot" } });
  const done = await create(caller);
  await finish(done.jobId);
  const idsOf = async (query: string) => {
    const { jobs: found } = JobList.parse(await (await caller.call("GET", `/jobs?${query}`)).json());
    return found.map((job) => job.jobId);
  };
  expect(await idsOf("status=completed")).toEqual([done.jobId]);
  expect(await idsOf("outputType=screenshot")).toEqual([shot.jobId]);
  expect(await idsOf("status=pending&outputType=pdf")).toEqual([pdf.jobId]);
  expect(new Set(await idsOf("status=pending"))).toEqual(new Set([pdf.jobId, shot.jobId]));
});

test.each(["cursor=abc", "limit=0", `limit=${LIMITS.jobsPerPage + 1}`, "status=lost", "page=2"])(
  "a list with %s is refused",
  async (query) => {
    const caller = await newCaller();
    expect((await caller.call("GET", `/jobs?${query}`)).status).toBe(400);
  },
);

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
