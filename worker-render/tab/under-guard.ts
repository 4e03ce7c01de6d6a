/** Work in a tab, under its guard. */
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { CLOSING_MS, type Tab } from "./tab.ts";

/** The news that a tab is lost may come a moment after what it broke. */
const LOST_MS = CLOSING_MS + 100;

/** The work's value. Throws the guard's breach, or why the tab was lost, in the place of the work's own error. */
export async function underGuard<T>(tab: Tab, journal: Journal, work: () => Promise<T>): Promise<T> {
  try {
    return await tab.guard.during(Promise.race([work(), tab.lost]));
  } catch (error) {
    // A lost tab also breaks whatever was asked of it; that it is lost is the better reason.
    if (error instanceof PageFault) throw error;
    await Promise.race([tab.lost, new Promise((resolve) => setTimeout(resolve, LOST_MS))]);
    throw error;
  } finally {
    for (const warning of tab.guard.warnings()) journal.warn(warning);
  }
}
