/** A guarded tab for the tests of what runs in a page. */
import { env } from "cloudflare:workers";
import { acquireBrowser } from "../browser/acquire.ts";
import { closeBrowser } from "../devtools/devtools.ts";
import { guardPolicy } from "../guard/policy.ts";
import { Requests } from "../guard/requests.ts";
import { openTab, type Tab } from "./tab.ts";

/** Opens an empty page in a browser of its own. `close` ends the browser. */
export async function emptyTab(): Promise<{ tab: Tab; close: () => Promise<void> }> {
  const { connection } = await acquireBrowser(env);
  const requests = await Requests.hold(connection, guardPolicy(env));
  const ended = new Promise<never>(() => undefined);
  const tab = await openTab({ connection, requests, userAgent: "Chrome", ended });
  await tab.navigate("about:blank");
  return { tab, close: () => closeBrowser(connection) };
}
