/** Collects the warnings, timings and stage of an attempt. They become part of the job, also when it fails. */
import type { JobStage } from "#contract/job/state.ts";
import type { JobTimings, JobWarning } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";

export class Journal {
  readonly warnings: JobWarning[] = [];
  /** Milliseconds by phase. */
  readonly timings: JobTimings = {};
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
      this.timings[phase] = (this.timings[phase] ?? 0) + Date.now() - startedAt;
    }
  }
}
