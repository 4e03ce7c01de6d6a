import type { Tab } from "./tab.ts";

/** The tabs of one job. It has one tab at a time. */
export interface Tabs {
  /**
   * Returns a new guarded tab, and disposes of the one before.
   * @param isWhole whether the job calls `drawWhole`: after several that do, the next tab is prepared for it
   */
  take(isWhole: boolean): Promise<Tab>;
  /** Opens the next job's tab in the background. */
  ahead(): void;
  /** Disposes of the tab and ends the job. */
  done(): void;
  /** The browser's own user agent. */
  userAgent: string;
  /** Whether the browser prints frames that have a process of their own. */
  printsFrames: boolean;
}
