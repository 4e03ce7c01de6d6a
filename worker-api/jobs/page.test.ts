import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ErrorBody, JobCreated, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { INPUT_PREFIX, inputKey } from "#store/jobs/inputs.ts";
import { cancel, claim, fail } from "#store/jobs/jobs.ts";
import { jobs } from "#store/schema.ts";
import { type Caller, db, newCaller, ORIGIN, sweepAt } from "../test-caller.ts";

const HTML = "<h1>Invoice 4711 – 12 €</h1>";
const BASE = "https://shop.example.org/invoices/";
const MINUTE_MS = 60_000;

async function refusal(response: Response): Promise<ErrorBody> {
  expect(response.status).toBeGreaterThanOrEqual(400);
  return ErrorBody.parse(await response.json());
}

async function create(caller: Caller, body: object): Promise<string> {
  const response = await caller.call("POST", "/jobs", { body });
  expect(response.status).toBe(202);
  return JobCreated.parse(await response.json()).jobId;
}

async function storedInput(jobId: string): Promise<string | null> {
  const object = await env.RESULTS.get(inputKey(jobId));
  return (await object?.text()) ?? null;
}

async function allInputs(): Promise<string[]> {
  const { objects } = await env.RESULTS.list({ prefix: INPUT_PREFIX });
  return objects.map(({ key }) => key);
}

test("a request has exactly one of url, html and markdown, and each misuse is named at its field", async () => {
  const caller = await newCaller({ tier: "pro" });
  const url = "https://www.iana.org/";
  const misuses: [object, string[]][] = [
    [{ options: {} }, ["url"]],
    [{ url, html: HTML }, ["html"]],
    [{ url, html: HTML, markdown: "# A" }, ["html", "markdown"]],
    [{ html: HTML, markdown: "# A" }, ["markdown"]],
    [{ url, baseUrl: url }, ["baseUrl"]],
    [{ html: "" }, ["html"]],
    [{ html: 7 }, ["html"]],
    [{ markdown: "a".repeat(LIMITS.markdownChars + 1) }, ["markdown"]],
  ];
  for (const [body, paths] of misuses) {
    const { code, details } = await refusal(await caller.call("POST", "/jobs", { body }));
    expect(code).toBe("invalid_request");
    expect(details?.map(({ path }) => path)).toEqual(paths);
  }
  for (const baseUrl of ["file:///etc/", "http://10.0.0.1/", "https://user:secret@example.org/"]) {
    const blocked = await refusal(await caller.call("POST", "/jobs", { body: { html: HTML, baseUrl } }));
    expect(blocked).toMatchObject({ code: "blocked_target", details: [{ path: "baseUrl" }] });
  }
});

test("a job with HTML or Markdown keeps it until it ends, and shows the base address", async () => {
  const caller = await newCaller({ tier: "pro" });
  const id = await create(caller, { html: HTML, baseUrl: BASE });
  const noted = await create(caller, { markdown: "# Notes" });
  expect(await storedInput(id)).toBe(HTML);
  expect(await storedInput(noted)).toBe("# Notes");
  const read = async (jobId: string) =>
    JobView.parse(await (await caller.call("GET", `/jobs/${jobId}`)).json());
  expect(await read(id)).toMatchObject({ input: "html", url: BASE });
  expect(await read(noted)).toMatchObject({ input: "markdown", url: "" });
  expect((await caller.call("DELETE", `/jobs/${id}`)).status).toBe(200);
  await expect.poll(() => storedInput(id)).toBeNull();
  expect(await storedInput(noted)).toBe("# Notes");
});

test("the same idempotency key with other HTML is a conflict, and leaves no input", async () => {
  const caller = await newCaller({ tier: "pro" });
  const before = await allInputs();
  const send = (body: object) =>
    caller.call("POST", "/jobs", { body, headers: { "idempotency-key": "one" } });
  const first = JobCreated.parse(await (await send({ html: HTML })).json());
  const again = await send({ html: HTML });
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  for (const body of [{ html: `${HTML} ` }, { markdown: HTML }, { html: HTML, baseUrl: BASE }]) {
    expect((await refusal(await send(body))).code).toBe("idempotency_conflict");
  }
  await expect.poll(allInputs).toEqual([...before, inputKey(first.jobId)].sort());
});

test("a request that is not admitted leaves no input", async () => {
  const caller = await newCaller({ creditsUsed: PLANS.free.creditsPerMonth });
  const before = await allInputs();
  const response = await caller.call("POST", "/jobs", { body: { html: HTML } });
  expect((await refusal(response)).code).toBe("credits_exhausted");
  await expect.poll(allInputs).toEqual(before);
});

test("the plan limits the size of HTML, also in a chunked body", async () => {
  const html = `<p>${"Ä".repeat(PLANS.free.htmlBytes / 2)}</p>`;
  const free = await newCaller();
  const starter = await newCaller({ tier: "starter" });
  const small = await refusal(await free.call("POST", "/jobs", { body: { html } }));
  expect(small).toMatchObject({ code: "body_too_large", error: expect.stringContaining("1 MB") });
  const id = await create(starter, { html });
  expect(await storedInput(id)).toBe(html);
  const chunk = new TextEncoder().encode(" ".repeat(100_000));
  let sent = 0;
  const chunks = new ReadableStream({
    pull(controller) {
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const headers = { "x-api-key": free.key, "content-type": "application/json" };
  const request = new Request(`${ORIGIN}/api/v1/jobs`, { method: "POST", headers, body: chunks });
  const response = await exports.default.fetch(request);
  expect((await refusal(response)).code).toBe("body_too_large");
  expect(sent).toBeLessThan(3 * PLANS.free.htmlBytes);
});

test("the sweep deletes inputs of ended jobs and of no job, and keeps the others", async () => {
  const caller = await newCaller({ tier: "pro" });
  const [failed, canceled, waiting] = [
    await create(caller, { html: HTML }),
    await create(caller, { html: HTML }),
    await create(caller, { html: HTML }),
  ];
  await env.RESULTS.put(inputKey("job_gone"), HTML);
  const job = await claim(db, failed, Date.now(), MINUTE_MS);
  await fail(db, job ?? { id: failed }, Date.now(), {
    code: "page_timeout",
    message: "m",
    stage: "navigating",
  });
  await cancel(db, { accountId: caller.accountId }, canceled, Date.now());
  await sweepAt(Date.now());
  expect(await storedInput("job_gone")).toBe(HTML);
  expect([await storedInput(failed), await storedInput(canceled)]).toEqual([null, null]);
  await sweepAt(Date.now() + 11 * MINUTE_MS);
  expect(await storedInput("job_gone")).toBeNull();
  expect(await storedInput(waiting)).toBe(HTML);
  await db.delete(jobs).where(eq(jobs.id, waiting));
});
