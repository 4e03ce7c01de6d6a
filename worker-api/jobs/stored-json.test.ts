import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorBody, JobView } from "#contract/job/view.ts";
import { jobs } from "#store/schema.ts";
import { addJob } from "#store/test-account.ts";
import { app } from "../app.ts";
import { db, newCaller, ORIGIN } from "../test-caller.ts";

const logged: string[] = [];

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((line) => logged.push(line));
});

afterEach(() => {
  logged.length = 0;
  vi.restoreAllMocks();
});

test.each(['{"id":"job_1"}', "no JSON", "[]"])(
  "a waiting reader gets the job from D1 when the scheduler reports %s",
  async (row) => {
    const caller = await newCaller();
    const id = await addJob(db, caller.accountId, Date.now());
    const request = new Request(`${ORIGIN}/api/v1/jobs/${id}`, {
      headers: { "x-api-key": caller.key, prefer: "wait=30" },
    });
    const settled = { getByName: () => ({ settled: () => Promise.resolve(row) }) };
    const bindings = Object.create(env, { SCHEDULER: { value: settled } });
    const response = await app.fetch(request, bindings, createExecutionContext());
    expect(response.status).toBe(202);
    expect(JobView.parse(await response.json())).toMatchObject({ jobId: id, status: "pending" });
    expect(logged.join()).toContain(id);
  },
);

test.each([{ options: '{"outputType":"gif"}' }, { warnings: '[{"code":1}]' }, { timings: "no JSON" }])(
  "a row that does not parse returns an internal error and is logged: %o",
  async (damage) => {
    const caller = await newCaller();
    const id = await addJob(db, caller.accountId, Date.now());
    await db.update(jobs).set(damage).where(eq(jobs.id, id));
    const response = await caller.call("GET", `/jobs/${id}`);
    expect(response.status).toBe(500);
    expect(ErrorBody.parse(await response.json()).code).toBe("internal");
    expect(logged.join()).toContain('"code":"internal"');
  },
);
