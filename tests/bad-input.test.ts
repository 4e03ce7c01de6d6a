import { get } from "node:http";
import { expect, test, vi } from "vitest";
import { ErrorBody } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { createJob } from "../dev/job-client.ts";
import { baseUrl, newAccount, pages } from "./stage/service.ts";

const ARTICLE = `${pages}/article.html`;

/** Each request has a connection of its own: the service closes it when it refuses a body without reading it. */
async function post(body: string, headers: Record<string, string>) {
  const response = await vi.waitFor(
    () =>
      fetch(`${baseUrl}/api/v1/jobs`, {
        method: "POST",
        headers: { "content-type": "application/json", connection: "close", ...headers },
        body,
      }),
    30_000,
  );
  return { status: response.status, ...ErrorBody.parse(await response.json()) };
}

test("a missing or unknown key is 401", async () => {
  const body = JSON.stringify({ url: ARTICLE });
  expect(await post(body, {})).toMatchObject({ status: 401, code: "unauthorized" });
  expect(await post(body, { "x-api-key": "sk_live_unknown" })).toMatchObject({
    status: 401,
    code: "unauthorized",
  });
});

test("space around a key is no part of it", async () => {
  const { apiKey } = await newAccount("free");
  // `fetch` removes the space itself.
  const statusWith = (key: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${baseUrl}/api/v1/jobs`, { headers: { "x-api-key": key } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });
  expect(await statusWith(`  ${apiKey} \t`)).toBe(200);
  expect(await statusWith(`${apiKey} x`)).toBe(401);
});

test.for<[string, object, string]>([
  ["an unknown field", { url: ARTICLE, option: {} }, "option"],
  [
    "a wrong type",
    { url: ARTICLE, options: { screenshotOptions: { fullPage: "yes" } } },
    "options.screenshotOptions.fullPage",
  ],
  [
    "a number out of range",
    { url: ARTICLE, options: { screenshotOptions: { type: "jpeg", quality: 101 } } },
    "options.screenshotOptions.quality",
  ],
  [
    "a relative margin",
    { url: ARTICLE, options: { pdfOptions: { margin: { top: "2em" } } } },
    "options.pdfOptions.margin.top",
  ],
  [
    "quality with png",
    { url: ARTICLE, options: { screenshotOptions: { type: "png", quality: 50 } } },
    "options.screenshotOptions.quality",
  ],
  ["no address", {}, "url"],
  ["a malformed address", { url: "not an address" }, "url"],
  ["an address that is not http or https", { url: "ftp://example.com/" }, "url"],
  ["an address with credentials", { url: "https://me:secret@example.com/" }, "url"],
])("%s is refused with the path of the fault", async ([, body, path]) => {
  const { apiKey } = await newAccount();
  const response = await post(JSON.stringify(body), { "x-api-key": apiKey });
  expect([400, 422]).toContain(response.status);
  expect(response.details).toEqual([{ path, message: expect.any(String) }]);
});

test("one response names every fault of a body", async () => {
  const { apiKey } = await newAccount();
  const body = { options: { outputType: "doc", pdfOptions: { format: "A9" } } };
  const { details } = await post(JSON.stringify(body), { "x-api-key": apiKey });
  expect(details?.map(({ path }) => path).sort()).toEqual([
    "options.outputType",
    "options.pdfOptions.format",
    "url",
  ]);
});

test("malformed JSON is 400", async () => {
  const { apiKey } = await newAccount();
  expect(await post('{"url":', { "x-api-key": apiKey })).toMatchObject({ status: 400, code: "invalid_json" });
});

test("a body that is too large for the plan is 413", async () => {
  const { apiKey } = await newAccount("free");
  const body = JSON.stringify({ html: "a".repeat(LIMITS.bodyPerHtml * PLANS.free.htmlBytes) });
  expect(await post(body, { "x-api-key": apiKey })).toMatchObject({ status: 413, code: "body_too_large" });
});

test("an unknown job and another account's job are both 404", async () => {
  const [owner, other] = await Promise.all([newAccount(), newAccount()]);
  const { jobId } = await createJob(owner, { url: ARTICLE });
  for (const id of [jobId, "job_0000000000000000000000"]) {
    const response = await fetch(`${baseUrl}/api/v1/jobs/${id}`, { headers: { "x-api-key": other.apiKey } });
    expect(response.status).toBe(404);
  }
});

test("an unknown path is 404, in the same shape as other errors", async () => {
  const response = await fetch(`${baseUrl}/api/v1/nothing`);
  expect(response.status).toBe(404);
  expect(ErrorBody.parse(await response.json()).code).toBe("not_found");
});
