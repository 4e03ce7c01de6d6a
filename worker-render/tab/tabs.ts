import type { Tab } from "./tab.ts";

/** Fresh tabs, guarded, and the browser's own user agent. Taking one throws the one before away. */
export interface Tabs {
  take(): Promise<Tab>;
  /** Makes the next job's tab meanwhile. */
  ahead(): void;
  /** Throws the tab away. */
  done(): void;
  userAgent: string;
  /** Whether the browser prints frames that have a process of their own. */
  printsFrames: boolean;
}
