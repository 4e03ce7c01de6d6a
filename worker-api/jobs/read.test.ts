/** Reading a job: waiting for its end (`Prefer: wait`), and its file in the response. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ERRORS } from "#contract/errors.ts";
import { NOT_WATCHED } from "#contract/job/scheduling.ts";
import { JobCreated, JobList, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { fail } from "#store/jobs/jobs.ts";
import { jobs } from "#store/schema.ts";
import { schedulers } from "../http/scheduler-stub.ts";
import { db, newCaller } from "../test-caller.ts";
import { BYTES, COMPLETENESS, codeOf, create, finish, PAGE, read } from "./test-jobs.ts";

test("a finished job reports what of its page arrived", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  await finish(jobId);
  expect((await read(caller, jobId)).result?.completeness).toEqual(COMPLETENESS);
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
  expect(await typeFor("application/pdf, application/json;q=0.1")).toBe("application/pdf");
  expect(await typeFor("application/pdf;q=0.1, application/json")).toBe("application/json");
  expect(await typeFor("application/pdf;q=0")).toBe("application/json");
  expect(await typeFor("image/*")).toBe("application/json");
  expect(await typeFor("*/*")).toBe("application/json");
});

test("a POST that waits for its file gets it whole, with any range and version", async () => {
  const caller = await newCaller();
  const headers = { accept: "application/pdf", prefer: "wait=0", "idempotency-key": "order-1" };
  const { jobId } = await create(caller, {}, headers);
  await finish(jobId);
  const conditions: Record<string, string>[] = [
    { range: "bytes=9999-" },
    { "if-none-match": "*" },
    { "if-match": '"older"' },
  ];
  for (const condition of conditions) {
    const options = { body: { url: PAGE }, headers: { ...headers, ...condition } };
    expect((await caller.call("POST", "/jobs", options)).status).toBe(200);
  }
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

test("if the client asks for the file, no response of an unfinished or canceled job is 200", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller);
  const readFile = () => caller.call("GET", `/jobs/${jobId}`, { headers: { accept: "application/pdf" } });
  const pending = await readFile();
  expect(pending.status).toBe(202);
  expect(JobView.parse(await pending.json()).status).toBe("pending");
  await caller.call("DELETE", `/jobs/${jobId}`);
  const canceled = await readFile();
  expect(canceled.status).toBe(404);
  expect(await canceled.json()).toEqual({
    error: "The job was canceled, so it has no file.",
    code: "not_found",
  });
});

test("a buffer that is too large for JSON becomes a link with a warning", async () => {
  const caller = await newCaller();
  const { jobId } = await create(caller, { options: { responseType: "buffer" } });
  await finish(jobId, new Uint8Array(LIMITS.bufferBytes + 1));
  const job = await read(caller, jobId);
  expect(job.result?.type).toBe("url");
  expect(job.warnings).toMatchObject([{ code: "buffer_too_large" }]);
});
