/** Circuit breaker: stops granting jobs to a browser that cannot be started, with a pause that doubles after each failure. */

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

interface Failures {
  count: number;
  /** End of the pause, Unix ms. */
  until: number;
}

export class Breaker {
  private readonly failing = new Map<string, Failures>();
  private readonly browsers: readonly string[];

  /** `browsers`: the names of the browser objects. */
  constructor(browsers: readonly string[]) {
    this.browsers = browsers;
  }

  /** True while no browser can be started. */
  get isOpen(): boolean {
    return this.failing.size >= this.browsers.length;
  }

  /** True while the browser gets no jobs. `now`: Unix ms. */
  pauses(browser: string, now: number): boolean {
    return (this.failing.get(browser)?.until ?? 0) > now;
  }

  /** End of the pause that ends first, Unix ms; null without a pause. */
  nextTry(now: number): number | null {
    const times = [...this.failing.values()].map(({ until }) => until).filter((until) => until > now);
    return times.length === 0 ? null : Math.min(...times);
  }

  /**
   * Records that the browser could not be started. Returns false during a pause: several jobs wait for the same start, and
   * it counts once.
   */
  fail(browser: string, now: number): boolean {
    if (this.pauses(browser, now)) return false;
    const count = (this.failing.get(browser)?.count ?? 0) + 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS);
    this.failing.set(browser, { count, until: now + pauseMs });
    return true;
  }

  /** Records that the browser works. If no browser could be started before, this ends the pauses of all of them. */
  succeed(browser: string): void {
    if (this.isOpen) this.failing.clear();
    else this.failing.delete(browser);
  }
}
