import { env } from "cloudflare:workers";
import { expect, onTestFinished, test, vi } from "vitest";
import { JobCreated } from "#contract/job/view.ts";
import { watchPoints } from "#metrics/test-points.ts";
import { call, newCaller } from "./test-caller.ts";

const URL_WITH_SECRET = "https://example.com/private?token=secret";

test("admissions, refusals and cancellations are measured, without data of customers", async () => {
  const written = watchPoints(env.METRICS);
  const { call: callAs, accountId, key } = await newCaller({ tier: "starter", monthlyCredits: 1 });
  const create = () => callAs("POST", "/jobs", { body: { url: URL_WITH_SECRET } });
  const { jobId } = JobCreated.parse(await (await create()).json());
  expect(written("admission")).toEqual([
    { source: "api", tier: "starter", outputType: "pdf", input: "url", credit: "plan", credits: 1 },
  ]);

  expect((await create()).status).toBe(402);
  await call("GET", `/jobs/${jobId}`);
  await call("GET", `/unknown/${jobId}`);
  expect(written("refusal")).toEqual([
    { code: "credits_exhausted", call: "POST /api/v1/jobs", status: 402 },
    { code: "unauthorized", call: "GET /api/v1/jobs/:id", status: 401 },
    { code: "not_found", call: "", status: 404 },
  ]);

  expect((await callAs("DELETE", `/jobs/${jobId}`)).status).toBe(200);
  expect(written("job")).toMatchObject([
    { outcome: "canceled", source: "api", tier: "starter", refunded: 1 },
  ]);
  const all = JSON.stringify([written("admission"), written("refusal"), written("job")]);
  for (const secret of [jobId, accountId, key, "example.com"]) expect(all).not.toContain(secret);
});

test("a request succeeds when its point cannot be written", async () => {
  const dataset = Object.getPrototypeOf(env.METRICS);
  const write = vi.spyOn(dataset, "writeDataPoint").mockImplementation(() => {
    throw new Error("no room");
  });
  onTestFinished(() => write.mockRestore());
  const { call: callAs } = await newCaller();
  expect((await callAs("POST", "/jobs", { body: { url: URL_WITH_SECRET } })).status).toBe(202);
});
