/** What the last minutes of renderings say about the renderer. */
import type { RendererHealth } from "#contract/job/scheduling.ts";

const WINDOW_MS = 5 * 60_000;
const MAX_NOTES = 200;
/** As many faults in a row mean that nothing works any more. */
const DOWN_AFTER = 3;
/** Single faults are tried again and harm no job; more than this share does. */
const DEGRADED_SHARE = 0.1;

interface Note {
  at: number;
  /** Null for a rendering that came to its end, whether the page was good or not. */
  fault: string | null;
}

export class RecentRenderings {
  private notes: Note[] = [];
  /** When a rendering last ended, Unix ms. */
  notedAt = 0;

  /** `fault`: why a rendering failed that the page is not to blame for, or null. */
  note(fault: string | null, now: number): void {
    this.notedAt = now;
    this.notes.push({ at: now, fault });
    if (this.notes.length > MAX_NOTES) this.notes.shift();
  }

  /** Null when there were no renderings in the last five minutes. */
  health(now: number): RendererHealth | null {
    this.notes = this.notes.filter(({ at }) => at > now - WINDOW_MS);
    const faults = this.notes.filter(({ fault }) => fault !== null);
    const last = this.notes.slice(-DOWN_AFTER);
    if (last.length === 0) return null;
    const reason = faults.at(-1)?.fault ?? null;
    if (last.every(({ fault }) => fault !== null)) return { state: "down", reason };
    if (faults.length > this.notes.length * DEGRADED_SHARE) return { state: "degraded", reason };
    return { state: "ok", reason: null };
  }
}
