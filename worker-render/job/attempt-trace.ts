/** The spans of an attempt, below the span of the request that created the job. */
import type { JobRow } from "#store/jobs/jobs.ts";
import { Trace, type TraceEnv } from "#traces/trace.ts";
import type { Journal } from "../fault/journal.ts";

/** Names of phases come from our code and, if the page has measured them, from the page. */
const PHASE = /^[a-z]{1,20}$/;

/** All times are Unix ms. */
export interface Grant {
  /** When the job began to wait in the Scheduler's queue; 0 if that is not known. */
  waitingSince: number;
  grantedAt: number;
  /** Name of the browser object. */
  browser: string;
}

interface Claimed {
  job: JobRow;
  journal: Journal;
  claimingSince: number;
  claimedAt: number;
}

/** How an attempt ended. */
interface End {
  outcome: "completed" | "failed" | "retried" | "lost";
  /** Why it failed. */
  code?: string;
  stage?: string;
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

export class AttemptTrace {
  private readonly env: TraceEnv;
  private readonly grant: Grant;
  private trace: Trace | null = null;
  private claimed: Claimed | null = null;

  constructor(env: TraceEnv, grant: Grant) {
    this.env = env;
    this.grant = grant;
  }

  begin(claimed: Claimed): void {
    this.trace = Trace.begin(this.env, "platen-render", claimed.job.requestId);
    this.claimed = claimed;
  }

  end({ outcome, code, stage }: End): void {
    const { trace, claimed, grant } = this;
    if (!trace || !claimed) return;
    const { job, journal, claimingSince, claimedAt } = claimed;
    const { waitingSince, grantedAt, browser } = grant;
    if (waitingSince > 0) {
      const isFirst = job.attempts === 1 && job.queuedAt <= waitingSince;
      if (isFirst)
        trace.add("queue", { startedAt: job.queuedAt, endedAt: waitingSince }, { kind: "consumer" });
      trace.add("scheduler wait", { startedAt: waitingSince, endedAt: grantedAt });
    }
    const attributes = {
      "platen.job_id": job.id,
      "platen.attempt": job.attempts,
      "platen.browser": browser,
      "platen.tier": job.tier,
      "platen.output_type": job.outputType,
      "platen.outcome": outcome,
      "platen.error_code": code,
      "platen.stage": stage,
      "server.address": hostOf(job.url),
    };
    const times = { startedAt: grantedAt, endedAt: Date.now() };
    const parentId = trace.add("attempt", times, { attributes, failed: outcome !== "completed" });
    trace.add("browser ready", { startedAt: grantedAt, endedAt: claimingSince }, { parentId });
    trace.add("claim", { startedAt: claimingSince, endedAt: claimedAt }, { parentId, kind: "client" });
    for (const [phase, span] of journal.phases) {
      if (!PHASE.test(phase)) continue;
      trace.add(phase, span, { parentId, attributes: { "platen.busy_ms": journal.timings[phase] } });
    }
  }

  /** Never rejects. */
  async send(): Promise<void> {
    await this.trace?.send();
  }
}
