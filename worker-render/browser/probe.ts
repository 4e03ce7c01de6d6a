/** Checks that a browser can open a tab and print, without any page of a customer. */

import { BrowserLost } from "../fault/browser-lost.ts";
import { within } from "../fault/budget.ts";
import type { Tabs } from "../tab/tabs.ts";

const PROBE_TIMEOUT_MS = 10_000;

/** Prints an empty page. Throws when that fails or takes too long. Ends the job of `tabs`. */
export async function probe(tabs: Tabs): Promise<void> {
  try {
    await within(print(tabs), PROBE_TIMEOUT_MS, () => {
      throw new BrowserLost("silent");
    });
  } finally {
    tabs.done();
  }
}

async function print(tabs: Tabs): Promise<void> {
  const tab = await tabs.take(false);
  await Promise.race([tab.navigate("about:blank"), tab.lost]);
  const { data } = await Promise.race([tab.cdpSession.send("Page.printToPDF"), tab.lost]);
  if (data === "") throw new Error("The browser printed nothing.");
}
