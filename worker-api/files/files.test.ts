import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { JobOptions } from "#contract/job/request.ts";
import type { FileType } from "#contract/job/values.ts";
import { ErrorBody, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { claim, complete } from "#store/jobs/jobs.ts";
import { resultKey, thumbnailKey } from "#store/jobs/results.ts";
import { addJob } from "#store/test-account.ts";
import { app } from "../app.ts";
import { type Caller, call, db, newCaller, ORIGIN } from "../test-caller.ts";
import { sessionOf } from "../test-session.ts";

const TEXT = "0123456789";

async function stored(
  caller: Caller,
  filename = "Über uns / 2026.pdf",
  fields: Parameters<typeof addJob>[3] = {},
  type: FileType = "pdf",
): Promise<string> {
  const id = await addJob(db, caller.accountId, Date.now(), fields);
  const job = await claim(db, id, Date.now(), 60_000);
  if (!job) throw new Error("not pending");
  await env.RESULTS.put(resultKey(job), TEXT);
  const result = { type, bytes: TEXT.length, pages: 1, truncated: false, filename };
  await complete(db, job, Date.now(), result, [], {});
  return id;
}

/** The signed link of the job, as a path under `/api/v1`. */
async function linkOf(caller: Caller, id: string): Promise<string> {
  const { result } = JobView.parse(await (await caller.call("GET", `/jobs/${id}`)).json());
  if (result?.type !== "url" || result.url === null) throw new Error("no link");
  return result.url.slice(`${ORIGIN}/api/v1`.length);
}

async function textOf(response: Response): Promise<string> {
  return new TextDecoder().decode(await response.arrayBuffer());
}

test("a signed link opens the file without a key, from any page", async () => {
  const caller = await newCaller();
  const link = await linkOf(caller, await stored(caller));
  const response = await call("GET", link);
  expect(response.status).toBe(200);
  expect(await textOf(response)).toBe(TEXT);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "content-type": "application/pdf",
    "content-length": "10",
    "x-content-type-options": "nosniff",
    "content-disposition": `inline; filename="Uber uns 2026.pdf"; filename*=UTF-8''%C3%9Cber%20uns%202026.pdf`,
  });
});

/** Seconds that the link in a response is valid for. */
async function secondsOf(response: Response): Promise<number> {
  const url = /https?:[^"]+[?]token=[^"]+/.exec(await response.text())?.[0] ?? "";
  const { exp = 0 } = decodeJwt(new URL(url).searchParams.get("token") ?? "");
  return exp - Date.now() / 1_000;
}

test("the link that an API key reads works for an hour, the dashboard's for minutes only", async () => {
  const caller = await newCaller();
  const id = await stored(caller);
  const headers = { authorization: `Bearer ${await sessionOf(caller.accountId)}` };
  for (const path of [`/jobs/${id}`, "/jobs"]) {
    expect(await secondsOf(await caller.call("GET", path))).toBeGreaterThan(LIMITS.linkSeconds - 60);
    const seconds = await secondsOf(await call("GET", path, { headers }));
    expect(seconds).toBeGreaterThan(LIMITS.pageLinkSeconds - 60);
    expect(seconds).toBeLessThanOrEqual(LIMITS.pageLinkSeconds);
  }
});

test("no cache stores a file, and the page that a file links to does not get its address", async () => {
  const caller = await newCaller();
  const { headers } = await call("GET", await linkOf(caller, await stored(caller)));
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

test("the owner's key opens it too, and the response has the limit headers", async () => {
  const caller = await newCaller();
  const response = await caller.call("GET", `/files/${await stored(caller)}?download=1`);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment;/);
  expect(response.headers.get("x-credits-used")).toBe("1");
});

test.for([
  ["markdown", "md", "text/markdown"],
  ["html", "html", "text/html"],
] as const)("%s is a download, never a page under our address", async ([outputType, type, contentType]) => {
  const caller = await newCaller();
  const id = await stored(caller, `page.${type}`, { outputType }, type);
  const { headers } = await call("GET", await linkOf(caller, id));
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": `${contentType}; charset=utf-8`,
    "content-disposition": expect.stringMatching(/^attachment;/),
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "x-content-type-options": "nosniff",
  });
  const asFile = await caller.call("GET", `/jobs/${id}`, { headers: { accept: contentType } });
  expect(await textOf(asFile)).toBe(TEXT);
});

test("a thumbnail has a link of its own, which opens nothing else, and is deleted with the result", async () => {
  const caller = await newCaller();
  const options = { outputType: "screenshot", screenshotOptions: { thumbnail: 200 } } as const;
  const id = await stored(caller, "page.pdf", { options: JSON.stringify(JobOptions.parse(options)) });
  await env.RESULTS.put(thumbnailKey({ id, attempts: 1 }), "small");
  const read = async () => JobView.parse(await (await caller.call("GET", `/jobs/${id}`)).json()).result;
  const link = (await read())?.thumbnailUrl?.slice(`${ORIGIN}/api/v1`.length) ?? "";
  const response = await call("GET", link);
  expect(await textOf(response)).toBe("small");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "private, no-store",
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
  });
  expect(await textOf(await caller.call("GET", `/files/${id}/thumbnail`))).toBe("small");
  expect((await call("GET", link.replace("/thumbnail", ""))).status).toBe(401);
  expect((await call("GET", (await linkOf(caller, id)).replace("?", "/thumbnail?"))).status).toBe(401);
  expect((await (await newCaller()).call("GET", `/files/${id}/thumbnail`)).status).toBe(404);
  expect((await caller.call("DELETE", `/jobs/${id}`)).status).toBe(200);
  expect((await env.RESULTS.list({ prefix: `results/${id}/` })).objects).toEqual([]);
  expect((await call("GET", link)).status).toBe(410);
  expect((await read())?.thumbnailUrl).toBeNull();
});

test("a job without the option has no thumbnail", async () => {
  const caller = await newCaller();
  const id = await stored(caller);
  expect((await caller.call("GET", `/files/${id}/thumbnail`)).status).toBe(404);
  expect(await (await caller.call("GET", `/jobs/${id}`)).json()).not.toHaveProperty("result.thumbnailUrl");
});

test("a link for one file opens no other, and a changed one opens nothing", async () => {
  const caller = await newCaller();
  const [one, other] = [await stored(caller), await stored(caller)];
  const link = await linkOf(caller, one);
  expect((await call("GET", link.replace(one, other))).status).toBe(401);
  expect((await call("GET", link.slice(0, -2))).status).toBe(401);
  expect((await call("GET", `/files/${one}?token=`)).status).toBe(401);
  expect((await call("GET", `/files/${one}`)).status).toBe(401);
});

test.each([
  ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
  ["bytes=7-", 206, "789", "bytes 7-9/10"],
  ["bytes=-2", 206, "89", "bytes 8-9/10"],
  ["bytes=8-99", 206, "89", "bytes 8-9/10"],
  ["bytes=10-", 416, "", "bytes */10"],
  ["bytes=-0", 416, "", "bytes */10"],
  ["bytes=5-2", 200, TEXT, null],
  ["bytes=0-1,4-5", 200, TEXT, null],
  ["lines=0-1", 200, TEXT, null],
])("Range: %s returns %i", async (range, status, text, contentRange) => {
  const caller = await newCaller();
  const response = await call("GET", await linkOf(caller, await stored(caller)), { headers: { range } });
  expect(response.status).toBe(status);
  expect(await textOf(response)).toBe(text);
  expect(response.headers.get("content-range")).toBe(contentRange);
});

test("HEAD has no ranges", async () => {
  const caller = await newCaller();
  const link = await linkOf(caller, await stored(caller));
  for (const range of ["bytes=0-3", "bytes=10-"]) {
    const { status, headers } = await call("HEAD", link, { headers: { range } });
    expect({ status, length: headers.get("content-length") }).toEqual({ status: 200, length: "10" });
    expect(headers.get("content-range")).toBeNull();
  }
});

test("an unchanged file is not sent again, and If-Range with another version returns the whole file", async () => {
  const caller = await newCaller();
  const link = await linkOf(caller, await stored(caller));
  const etag = (await call("HEAD", link)).headers.get("etag") ?? "";
  for (const tags of [etag, `"older", W/${etag}`, "*"]) {
    expect((await call("GET", link, { headers: { "if-none-match": tags } })).status, tags).toBe(304);
  }
  const part = { range: "bytes=0-0", "if-range": etag };
  expect((await call("GET", link, { headers: part })).status).toBe(206);
  expect((await call("GET", link, { headers: { ...part, "if-range": '"older"' } })).status).toBe(200);
});

test("a file with another version than If-Match names is not sent", async () => {
  const caller = await newCaller();
  const link = await linkOf(caller, await stored(caller));
  const etag = (await call("HEAD", link)).headers.get("etag") ?? "";
  for (const [tags, status] of [
    [`"older", ${etag}`, 200],
    ["*", 200],
    ['"older"', 412],
    [`W/${etag}`, 412],
  ] as const) {
    expect((await call("GET", link, { headers: { "if-match": tags } })).status, tags).toBe(status);
  }
});

test("a job without a result has no file", async () => {
  const caller = await newCaller();
  const id = await addJob(db, caller.accountId, Date.now());
  expect((await caller.call("GET", `/files/${id}`)).status).toBe(404);
});

const buffered = JobOptions.parse({ responseType: "buffer" });
const unavailable = () =>
  Promise.reject(new Error("get: We encountered an internal error. Please try again. (10001)"));

test.each([
  ["GET", "files"],
  ["HEAD", "files"],
  ["GET", "jobs"],
  ["DELETE", "jobs"],
])("%s /%s/{id}: while R2 fails the response is 503 with Retry-After", async (method, place) => {
  const caller = await newCaller();
  const id = await stored(caller, "page.pdf", { options: JSON.stringify(buffered) });
  const request = new Request(`${ORIGIN}/api/v1/${place}/${id}`, {
    method,
    headers: { "x-api-key": caller.key },
  });
  const bindings = Object.create(env, {
    RESULTS: { value: { get: unavailable, head: unavailable, delete: unavailable } },
  });
  const response = await app.fetch(request, bindings, createExecutionContext());
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
  if (method !== "HEAD") expect(ErrorBody.parse(await response.json()).code).toBe("unavailable");
});
