/** Chooses the browser of this machine and puts a launcher for it where Miniflare's browser binding looks for Chrome. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CACHE_DIR } from "../../tools/paths.ts";
import { findInstalledChrome } from "./installed.ts";
import { type BrowserNetwork, writeLauncher } from "./launcher.ts";
import { installShell, type Shell, shellRunsHere } from "./shell.ts";
import { tryBrowser } from "./start-browser.ts";

export interface BrowserWish extends BrowserNetwork {
  /** Full Chromium, as at Cloudflare, if the machine has one. */
  isFull?: boolean;
}

async function chosen(isFull: boolean): Promise<Shell | { executable: string } | null> {
  const asked = process.env.CHROME_PATH;
  if (asked) {
    if (existsSync(asked)) return { executable: asked };
    throw new Error(
      `CHROME_PATH names ${asked}, but there is no such file. Correct it, or unset it to use the built-in browser.`,
    );
  }
  const installed = findInstalledChrome();
  if (isFull && installed !== null) return { executable: installed };
  if (shellRunsHere()) return installShell();
  return installed === null ? null : { executable: installed };
}

/**
 * Returns the launcher's path. It starts CHROME_PATH, else the headless shell of the npm package, else an installed Chrome
 * or Chromium. Null: Miniflare downloads its own. Sets XDG_CACHE_HOME, for this process and its children, to our cache.
 */
export async function prepareBrowser(
  { isFull = false, ...network }: BrowserWish = { allowPrivate: true },
): Promise<string | null> {
  // A cache of its own, so that services with and without full Chromium do not replace each other's launcher.
  const cacheDir = isFull ? join(CACHE_DIR, "full") : CACHE_DIR;
  process.env.XDG_CACHE_HOME = cacheDir;
  const browser = await chosen(isFull);
  return browser === null ? null : writeLauncher(browser, network, cacheDir);
}

/**
 * Prepares the browser and starts it once.
 * @throws Error with advice when it does not start on this machine.
 */
export async function requireBrowser(wish?: BrowserWish): Promise<void> {
  const launcher = await prepareBrowser(wish);
  if (launcher === null) return;
  const advice = process.env.CHROME_PATH
    ? "Correct CHROME_PATH, or unset it to use the built-in browser."
    : "Name a Chrome or Chromium that starts: CHROME_PATH=/usr/bin/chromium npm start";
  await tryBrowser(launcher).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The browser ${process.env.CHROME_PATH ?? ""} does not start. ${advice}\nIt says: ${reason}`,
    );
  });
}
