/** One browser: a Durable Object that keeps its DevTools connection open and renders jobs side by side. */
import { DurableObject } from "cloudflare:workers";
import puppeteer, { type Browser } from "@cloudflare/puppeteer";
import type { JobOptions } from "#contract/job-request.ts";
import type { JobStage } from "#contract/job-state.ts";
import type { JobRow } from "#store/jobs.ts";
import { attempt } from "./attempt.ts";
import { guardTab } from "./guard/guard-tab.ts";
import { guardPolicy } from "./guard/policy.ts";
import { PageFault } from "./page-fault.ts";
import { type Rendered, render } from "./render.ts";
import type { Outcome, SessionCalls } from "./session-calls.ts";

export class BrowserSession extends DurableObject<Env> implements SessionCalls {
  private browser: Promise<Browser> | null = null;
  private readonly policy = guardPolicy(this.env);
  private readonly held = new Set<string>();

  async rendering(): Promise<string[]> {
    return [...this.held];
  }

  async render(jobId: string): Promise<Outcome> {
    this.held.add(jobId);
    try {
      return await attempt(this.env, jobId, (job, enter) => this.produce(job, enter));
    } finally {
      this.held.delete(jobId);
    }
  }

  private async produce(job: JobRow, enter: (stage: JobStage) => void): Promise<Rendered> {
    this.browser ??= puppeteer.launch(this.env.BROWSER);
    try {
      const browser = await this.browser;
      const context = await browser.createBrowserContext();
      try {
        const page = await context.newPage();
        const options: JobOptions = JSON.parse(job.options);
        const guard = await guardTab(page, this.policy);
        const task = { jobId: job.id, url: job.url, options, tier: job.tier };
        const rendered = await guard.during(render(page, task, enter));
        return { ...rendered, warnings: [...rendered.warnings, ...guard.warnings()] };
      } finally {
        await context.close();
      }
    } catch (error) {
      if (!(error instanceof PageFault)) this.browser = null;
      throw error;
    }
  }
}
