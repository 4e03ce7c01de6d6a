/** Installs the peers and measuring tools at the first run of the bench. They are not part of the project's install. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, "peers");

export async function installPeers(): Promise<void> {
  if (existsSync(`${FOLDER}/node_modules/.package-lock.json`)) return;
  console.log("Installing the peers…");
  // Without install scripts, because some download a browser.
  await run("npm", ["ci", "--ignore-scripts"], { cwd: FOLDER });
}
