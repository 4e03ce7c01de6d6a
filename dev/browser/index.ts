/** Which browser renders on this machine, put where Miniflare's browser binding looks for it. */
import { existsSync } from "node:fs";
import { CACHE_DIR } from "../paths.ts";
import { findInstalledChrome } from "./installed.ts";
import { writeLauncher } from "./launcher.ts";
import { installShell, shellRunsHere } from "./shell.ts";

async function chosen() {
  const asked = process.env.CHROME_PATH;
  if (asked) {
    if (existsSync(asked)) return { executable: asked };
    throw new Error(
      `CHROME_PATH names ${asked}, but there is no such file. Correct it, or unset it to use the built-in browser.`,
    );
  }
  if (shellRunsHere()) return installShell();
  const installed = findInstalledChrome();
  return installed === null ? null : { executable: installed };
}

/**
 * CHROME_PATH; else the headless shell of the npm package; else an installed Chrome or Chromium; else (null) Miniflare
 * downloads its own. Points XDG_CACHE_HOME of this process and its children at our cache. Answers the launcher's path.
 */
export async function prepareBrowser(): Promise<string | null> {
  process.env.XDG_CACHE_HOME = CACHE_DIR;
  const browser = await chosen();
  return browser === null ? null : writeLauncher(browser);
}
