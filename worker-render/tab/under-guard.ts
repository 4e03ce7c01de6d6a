/** Runs work in a tab under its guard. */
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import { CLOSING_MS, type Tab } from "./tab.ts";

/** The loss of a tab may be reported a moment after the command that it broke. */
const LOST_MS = CLOSING_MS + 100;

/**
 * Returns the value of the work. The guard's breach, or the reason why the tab was lost, replaces the work's own error.
 * Adds the guard's warnings to the journal in any case.
 */
export async function underGuard<T>(tab: Tab, journal: Journal, work: () => Promise<T>): Promise<T> {
  const checkNetwork = () => Promise.race([tab.checkNetwork(), tab.lost]);
  try {
    const value = await tab.guard.during(Promise.race([work(), tab.lost]));
    await checkNetwork();
    return value;
  } catch (error) {
    if (error instanceof PageFault) {
      await checkNetwork();
      throw error;
    }
    // A lost tab also breaks the command in progress. The loss is the better reason.
    await Promise.race([tab.lost, new Promise((resolve) => setTimeout(resolve, LOST_MS))]);
    throw error;
  } finally {
    for (const warning of tab.guard.warnings()) journal.warn(warning);
  }
}
