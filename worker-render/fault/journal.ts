/** What a job's row says of an attempt, whether it ends well or not. */
import type { JobStage } from "#contract/job/state.ts";
import type { JobTimings, JobWarning } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";

export class Journal {
  readonly warnings: JobWarning[] = [];
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

  /** Adds a warning once for each address, cut to the limits: a page says how long its addresses are. */
  warn({ code, message, url }: JobWarning): void {
    const warning: JobWarning = {
      code,
      message: message.slice(0, LIMITS.warningChars),
      ...(url && { url: url.slice(0, LIMITS.warningUrlChars) }),
    };
    const known = this.warnings.some((other) => other.code === warning.code && other.url === warning.url);
    // What is said of the page as a whole is never crowded out by its resources.
    if (!known && (!url || this.warnings.length < LIMITS.warnings)) this.warnings.push(warning);
  }

  /** Runs a phase and adds its milliseconds to `timings`, also when it fails. */
  async time<T>(phase: string, work: () => Promise<T>): Promise<T> {
    const startedAt = Date.now();
    try {
      return await work();
    } finally {
      this.timings[phase] = (this.timings[phase] ?? 0) + Date.now() - startedAt;
    }
  }
}
