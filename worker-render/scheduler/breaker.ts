/** Keeps jobs in the queue while browsers cannot be started: the next start is tried later and later. */

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

interface Failures {
  count: number;
  /** Until when the session is left alone, Unix ms. */
  until: number;
}

export class Breaker {
  private readonly failing = new Map<string, Failures>();
  private readonly sessions: readonly string[];

  constructor(sessions: readonly string[]) {
    this.sessions = sessions;
  }

  /** True while none of the sessions can start a browser. */
  get isOpen(): boolean {
    return this.failing.size >= this.sessions.length;
  }

  /** True while the session is left alone. */
  pauses(session: string, now: number): boolean {
    return (this.failing.get(session)?.until ?? 0) > now;
  }

  /** When the next pause ends, Unix ms; null when there is none. */
  nextTry(now: number): number | null {
    const times = [...this.failing.values()].map(({ until }) => until).filter((until) => until > now);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** The session got no browser. Jobs that wait for the same start count once; false for the others. */
  fail(session: string, now: number): boolean {
    if (this.pauses(session, now)) return false;
    const count = (this.failing.get(session)?.count ?? 0) + 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS);
    this.failing.set(session, { count, until: now + pauseMs });
    return true;
  }

  /** The session has a browser. After a time in which none had one, the others are tried again at once. */
  succeed(session: string): void {
    if (this.isOpen) this.failing.clear();
    else this.failing.delete(session);
  }
}
