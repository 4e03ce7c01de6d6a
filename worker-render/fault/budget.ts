/** The one total time of a rendering attempt, and the shares that its phases take of it. */
import type { JobStage } from "#contract/job/state.ts";
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
