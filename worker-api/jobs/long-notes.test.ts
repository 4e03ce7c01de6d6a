import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { JobOptions } from "#contract/job/request.ts";
import { JobList } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { newCaller } from "../test-caller.ts";

/** Nearly the maximum size of a row in D1. */
const NOTE_CHARS = 28_000;
const MAX_PAGE_BYTES = 10_000_000;
const OPTIONS = JSON.stringify(JobOptions.parse({}));

test("a page of jobs with very long warnings is bounded, because each warning is cut", {
  tags: ["nightly"],
}, async () => {
  const caller = await newCaller({ tier: "pro" });
  const long = "a".repeat(NOTE_CHARS);
  const warning = {
    code: "blocked_request",
    message: `Not loaded: ${long}`,
    url: `https://x.example/${long}`,
  };
  const short = { code: "blocked_request", message: "Not loaded." };
  const warnings = [short, ...Array.from({ length: 24 }, () => warning)];
  await env.DB.prepare(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
      insert into jobs (id, account_id, source, url, output_type, options, tier, status, queued_at, created_at,
        credit_period, warnings)
      select 'job_long' || i, ?2, 'api', 'https://example.com/', 'pdf', ?3, 'pro', 'completed', i, i, 0, ?4 from n`,
  )
    .bind(LIMITS.jobsPerPage, caller.accountId, OPTIONS, JSON.stringify(warnings))
    .run();
  for (const query of ["", "&status=completed", "&outputType=pdf&status=completed"]) {
    const response = await caller.call("GET", `/jobs?limit=${LIMITS.jobsPerPage}${query}`);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text.length).toBeLessThan(MAX_PAGE_BYTES);
    const { jobs } = JobList.parse(JSON.parse(text));
    expect(jobs).toHaveLength(LIMITS.jobsPerPage);
    for (const job of jobs) {
      expect(job.warnings).toHaveLength(warnings.length);
      expect(job.warnings[0]).toEqual(short);
      expect(job.warnings[1]?.url).toMatch(/^https:\/\/x\.example\/a+$/);
    }
  }
});
