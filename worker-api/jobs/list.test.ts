/** Which jobs `GET /jobs` finds, and what `POST /jobs/delete` deletes. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ErrorBody, JobList, JobsDeleted } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { claim, complete } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { jobs } from "#store/schema.ts";
import { addJob, creditsOf } from "#store/test-account.ts";
import { type Caller, db, newCaller } from "../test-caller.ts";

const NOW = Date.now();
const HOUR_MS = 3_600_000;

function add({ accountId }: Caller, fields: Parameters<typeof addJob>[3] = {}): Promise<string> {
  return addJob(db, accountId, NOW, fields);
}

async function finish(id: string, filename = "file.pdf"): Promise<string> {
  const job = await claim(db, id, NOW, 60_000);
  if (!job) throw new Error("The job is not pending.");
  await env.RESULTS.put(resultKey(job), "file");
  await complete(db, job, NOW, { type: "pdf", bytes: 4, pages: 1, truncated: false, filename }, [], {});
  return resultKey(job);
}

async function list(caller: Caller, query: Record<string, string> | string = {}): Promise<JobList> {
  const response = await caller.call("GET", `/jobs?${new URLSearchParams(query)}`);
  return JobList.parse(await response.json());
}

async function idsOf(caller: Caller, query: Record<string, string>): Promise<Set<string>> {
  return new Set((await list(caller, query)).jobs.map((job) => job.jobId));
}

async function remove(caller: Caller, ids: string[]): Promise<JobsDeleted> {
  const response = await caller.call("POST", "/jobs/delete", { body: { ids } });
  return JobsDeleted.parse(await response.json());
}

test("the list filters by source, key, time and text, alone and together, and only among the caller's jobs", async () => {
  const caller = await newCaller({ tier: "pro" });
  const api = await add(caller, { keyId: "key_1", url: "https://shop.example/Invoice?id=100%25_a" });
  const widget = await add(caller, { source: "widget", keyId: "pub_1", url: "https://blog.example/" });
  const own = await add(caller, { source: "dashboard", outputType: "screenshot" });
  await db
    .update(jobs)
    .set({ createdAt: NOW - 2 * HOUR_MS })
    .where(eq(jobs.id, own));
  await finish(widget, "Über uns.pdf");
  const before = new Date(NOW - HOUR_MS).toISOString();

  expect(await idsOf(caller, { source: "widget" })).toEqual(new Set([widget]));
  expect(await idsOf(caller, { source: "dashboard", outputType: "screenshot" })).toEqual(new Set([own]));
  expect(await idsOf(caller, { key: "pub_1" })).toEqual(new Set([widget]));
  expect(await idsOf(caller, { key: "pub_1", status: "pending" })).toEqual(new Set());
  expect(await idsOf(caller, { from: before })).toEqual(new Set([api, widget]));
  expect(await idsOf(caller, { to: before })).toEqual(new Set([own]));
  expect(await idsOf(caller, { from: "2001-01-01", to: "2001-01-02" })).toEqual(new Set());
  expect(await idsOf(caller, { search: "invoice" })).toEqual(new Set([api]));
  expect(await idsOf(caller, { search: " BLOG.example " })).toEqual(new Set([widget]));
  expect(await idsOf(caller, { search: "über" })).toEqual(new Set());
  expect(await idsOf(caller, { search: "Über" })).toEqual(new Set([widget]));
  for (const literal of ["%25_A", "100%25"]) {
    expect(await idsOf(caller, { search: literal })).toEqual(new Set([api]));
  }
  for (const pattern of ["s%p", "s_op", "*", "' or 1=1 --"]) {
    expect(await idsOf(caller, { search: pattern })).toEqual(new Set());
  }

  const other = await add(caller, { url: new URL("https://müller.example/größe?q=ü").href });
  for (const part of ["müller.example", "https://Müller.example/größe", "größe?q=ü"]) {
    expect(await idsOf(caller, { search: part }), part).toEqual(new Set([other]));
  }
  expect(await idsOf(caller, { search: "größer" })).toEqual(new Set());
  await remove(caller, [other]);

  expect(await list(caller, { limit: "1", total: "true" })).toMatchObject({ total: 3 });
  expect(await list(caller, { total: "true", source: "widget" })).toMatchObject({ total: 1 });
  expect(await list(caller)).not.toHaveProperty("total");
  const { jobs: found } = await list(caller, { source: "widget", search: "blog" });
  expect(found).toMatchObject([{ source: "widget", keyId: "pub_1", startedOn: new Date(NOW).toISOString() }]);

  const stranger = await newCaller();
  for (const query of ["key=pub_1", "key=key_1", "search=example", "source=widget"]) {
    expect((await list(stranger, query)).jobs).toEqual([]);
  }
});

test.each([
  ["source=check", "source"],
  ["source=mail", "source"],
  ["key=", "key"],
  ["from=yesterday", "from"],
  ["to=2026-02-30", "to"],
  ["from=2026-02-02&to=2026-02-02", "to"],
  ["search=", "search"],
  ["search=%20", "search"],
  [`search=${"a".repeat(LIMITS.searchChars + 1)}`, "search"],
])("a list with %s is refused, and the error names the filter", async (query, name) => {
  const caller = await newCaller();
  const response = await caller.call("GET", `/jobs?${query}`);
  expect(response.status).toBe(400);
  const { details = [] } = ErrorBody.parse(await response.json());
  expect(details.map(({ path }) => path)).toEqual([name]);
});

test("a deleted job is in no list, cannot be read, and its file is gone; a pending one refunds its credit", async () => {
  const caller = await newCaller({ tier: "pro" });
  const done = await add(caller, { url: "https://private.example/" });
  const file = await finish(done);
  const waiting = await add(caller);
  const rendering = await add(caller);
  await claim(db, rendering, NOW, 60_000);

  const response = await remove(caller, [done, waiting, rendering, "job_unknown"]);
  expect(new Set(response.deleted)).toEqual(new Set([done, waiting]));
  expect(response.kept).toEqual([rendering]);
  expect(await idsOf(caller, {})).toEqual(new Set([rendering]));
  for (const id of [done, waiting]) {
    expect((await caller.call("GET", `/jobs/${id}`)).status).toBe(404);
    expect((await caller.call("GET", `/files/${id}`)).status).not.toBe(200);
  }
  expect(await env.RESULTS.get(file)).toBeNull();
  expect(await creditsOf(db, caller.accountId)).toEqual({ used: 2, ledger: 2 });
  const [row] = await db.select().from(jobs).where(eq(jobs.id, done));
  expect(row).toMatchObject({ url: "", options: "{}", resultName: null, status: "completed" });
  expect(await remove(caller, [done])).toEqual({ deleted: [], kept: [] });
});

test("no account deletes the jobs of another", async () => {
  const caller = await newCaller();
  const id = await add(caller);
  expect(await remove(await newCaller(), [id])).toEqual({ deleted: [], kept: [] });
  expect((await list(caller)).jobs).toMatchObject([{ jobId: id, status: "pending" }]);
});

test("the file of a job is deleted or expired, and the job says which", async () => {
  const caller = await newCaller({ tier: "pro" });
  const [deleted, expired] = [await add(caller), await add(caller)];
  await finish(deleted);
  await finish(expired);
  await caller.call("DELETE", `/jobs/${deleted}`);
  await db
    .update(jobs)
    .set({ resultExpiresAt: NOW - 1, resultDeletedAt: NOW })
    .where(eq(jobs.id, expired));
  const { jobs: listed } = await list(caller);
  const results = new Map(listed.map(({ jobId, result }) => [jobId, result]));
  expect(results.get(deleted)).toMatchObject({ expired: true, deleted: true });
  expect(results.get(expired)).toMatchObject({ expired: true, deleted: false });
});
