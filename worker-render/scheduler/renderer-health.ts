/** The renderer's health, computed from the renderings of the last five minutes. */
import type { RendererHealth } from "#contract/job/scheduling.ts";

const WINDOW_MS = 5 * 60_000;
const MAX_NOTES = 200;
/** After this many faults in a row the renderer counts as down. */
const DOWN_AFTER = 3;
/** Above this share of faults the renderer is degraded. Single faults do no harm, because the job is retried. */
const DEGRADED_SHARE = 0.1;

interface Note {
  at: number;
  /** Null when the attempt ended without a fault of ours, whether the job completed or failed. */
  fault: string | null;
}

export class RecentRenderings {
  private notes: Note[] = [];
  /** When the last rendering ended, Unix ms. */
  notedAt = 0;

  /** `fault`: the reason of a fault of ours; null when there was no such fault. `now`: Unix ms. */
  note(fault: string | null, now: number): void {
    this.notedAt = now;
    this.notes.push({ at: now, fault });
    if (this.notes.length > MAX_NOTES) this.notes.shift();
  }

  /** Null without renderings in the last five minutes. */
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
