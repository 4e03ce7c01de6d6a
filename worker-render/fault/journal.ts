/** Collects the warnings, timings and stage of an attempt. They become part of the job, also when it fails. */
import type { JobStage } from "#contract/job/state.ts";
import type { JobTimings, JobWarning } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";

export class Journal {
  readonly warnings: JobWarning[] = [];
  /** Milliseconds by phase. */
  readonly timings: JobTimings = {};
  /** When each phase began and ended, Unix ms: of several times, the first begin and the last end. */
  readonly phases = new Map<string, { startedAt: number; endedAt: number }>();
  stage: JobStage = "starting";
  private readonly onStage: (stage: JobStage) => void;

  constructor(onStage: (stage: JobStage) => void) {
    this.onStage = onStage;
  }

  enter(stage: JobStage): void {
    this.stage = stage;
    this.onStage(stage);
  }

  /** Adds a warning, once for each address. Texts and addresses are cut to the limits, because the page decides their length. */
  warn({ code, message, url }: JobWarning): void {
    const warning: JobWarning = {
      code,
      message: message.slice(0, LIMITS.warningChars),
      ...(url && { url: url.slice(0, LIMITS.warningUrlChars) }),
    };
    const known = this.warnings.some((other) => other.code === warning.code && other.url === warning.url);
    // Warnings about resources never displace one about the whole page.
    if (!known && (!url || this.warnings.length < LIMITS.warnings)) this.warnings.push(warning);
  }

  /** Runs a phase and adds its duration to `timings`, also when it fails. */
  async time<T>(phase: string, work: () => Promise<T>): Promise<T> {
    const startedAt = Date.now();
    try {
      return await work();
    } finally {
      this.add(phase, startedAt, Date.now());
    }
  }

  /** Adds phases that the page has measured, one after the other from `since` (Unix ms) on. */
  addMeasured(timings: JobTimings, since: number): void {
    let at = since;
    for (const [phase, ms] of Object.entries(timings)) {
      if (ms < 1) continue;
      this.add(phase, at, at + Math.round(ms));
      at += Math.round(ms);
    }
  }

  private add(phase: string, startedAt: number, endedAt: number): void {
    this.timings[phase] = (this.timings[phase] ?? 0) + endedAt - startedAt;
    this.phases.set(phase, { startedAt: this.phases.get(phase)?.startedAt ?? startedAt, endedAt });
  }
}
