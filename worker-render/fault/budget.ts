/** The one total time of a rendering attempt, and the shares that its phases take of it. */
import type { JobStage } from "#contract/job/state.ts";
import type { JobTimings, JobWarning } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PageFault } from "./page-fault.ts";

export class Budget {
  private readonly endsAt: number;

  constructor(totalMs: number) {
    this.endsAt = Date.now() + totalMs;
  }

  /** Milliseconds that are left, never below zero. */
  left(): number {
    return Math.max(0, this.endsAt - Date.now());
  }

  /** At most `wantedMs`, and never what `reserveMs` keeps for the phases after it. */
  share(wantedMs: number, reserveMs = 0): number {
    return Math.max(0, Math.min(wantedMs, this.left() - reserveMs));
  }
}

/** What a job's row tells of the attempt, whether it ends well or not. */
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

/** The promise's value, or `late()` once `ms` are over. What comes after that is dropped. */
export async function within<T>(promise: Promise<T>, ms: number, late: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), ms);
  });
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), deadline]);
    return first === "late" ? await late() : first.value;
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}

/** `within` whose lateness is the page's fault. */
export function orFault<T>(
  promise: Promise<T>,
  ms: number,
  code: "page_timeout" | "print_timeout" | "capture_failed",
  stage: JobStage,
): Promise<T> {
  return within(promise, ms, () => {
    throw new PageFault(code, stage);
  });
}
