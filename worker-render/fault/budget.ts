/** The total time of one attempt, and the shares of its phases. */
import type { JobStage } from "#contract/job/state.ts";
import { PageFault } from "./page-fault.ts";

export class Budget {
  private readonly endsAt: number;

  constructor(totalMs: number) {
    this.endsAt = Date.now() + totalMs;
  }

  /** Remaining milliseconds, never below zero. */
  left(): number {
    return Math.max(0, this.endsAt - Date.now());
  }

  /** Milliseconds for a phase: at most `wantedMs`, and without the `reserveMs` that later phases need. */
  share(wantedMs: number, reserveMs = 0): number {
    return Math.max(0, Math.min(wantedMs, this.left() - reserveMs));
  }
}

/** The value of the promise, or of `late()` after `ms` milliseconds. A later value or error of the promise is dropped. */
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

/** The value of the promise. Throws a PageFault after `ms` milliseconds. */
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
