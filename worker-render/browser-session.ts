/** One browser: a Durable Object that keeps its DevTools connection open and renders jobs side by side. */
import { DurableObject } from "cloudflare:workers";
import puppeteer, { type Browser } from "@cloudflare/puppeteer";
import type { JobOptions } from "#contract/job-request.ts";
import { LIMITS } from "#contract/limits.ts";
import { CONTENT_TYPES } from "#contract/option-values.ts";
import { openDb } from "#store/db.ts";
import { advance, claim, complete, fail, type JobRow, release } from "#store/jobs.ts";
import { resultKey } from "#store/results.ts";
import { PageFault } from "./page-fault.ts";
import { render } from "./render.ts";

const LEASE_MS = LIMITS.renderBudgetMs * 2;

export class BrowserSession extends DurableObject<Env> {
  private browser: Promise<Browser> | null = null;

  /** Renders a pending job to its end. Answers "again" when the fault was ours and the job went back to pending. */
  async render(jobId: string): Promise<"final" | "again"> {
    const db = openDb(this.env.DB);
    const job = await claim(db, jobId, Date.now(), LEASE_MS);
    if (!job) return "final";
    try {
      await this.work(job);
      return "final";
    } catch (error) {
      if (error instanceof PageFault) {
        await fail(db, job, Date.now(), { code: error.code, stage: error.stage, message: error.message });
        return "final";
      }
      console.error(JSON.stringify({ jobId, requestId: job.requestId, error: String(error) }));
      this.browser = null;
      const reason = { code: "service_unavailable", stage: job.stage, message: String(error) } as const;
      if (job.attempts >= LIMITS.attempts) {
        await fail(db, job, Date.now(), reason);
        return "final";
      }
      await release(db, job, reason);
      return "again";
    }
  }

  private async work(job: JobRow): Promise<void> {
    const db = openDb(this.env.DB);
    this.browser ??= puppeteer.launch(this.env.BROWSER);
    const browser = await this.browser;
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      const options: JobOptions = JSON.parse(job.options);
      const rendered = await render(
        page,
        { jobId: job.id, url: job.url, options, tier: job.tier },
        (stage) => {
          this.ctx.waitUntil(advance(db, job, stage));
        },
      );
      const filename = `${rendered.title || "page"}.${rendered.type}`;
      const stored = await this.env.RESULTS.put(resultKey(job), rendered.body, {
        httpMetadata: { contentType: CONTENT_TYPES[rendered.type] },
      });
      const result = { ...rendered, bytes: stored.size, filename };
      const won = await complete(db, job, Date.now(), result, rendered.warnings, rendered.timings);
      if (!won) await this.env.RESULTS.delete(resultKey(job));
    } finally {
      await context.close();
    }
  }
}
