/** Peers and measuring tools come with the first run of the bench, not with the project. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, "peers");

export async function installPeers(): Promise<void> {
  if (existsSync(`${FOLDER}/node_modules/.package-lock.json`)) return;
  console.log("Installing the peers…");
  // No scripts: some would download a browser of their own.
  await run("npm", ["ci", "--ignore-scripts"], { cwd: FOLDER });
}
