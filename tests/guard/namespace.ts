/**
 * A network of its own for the lab: Linux gives any user one by user namespaces. Its loopback carries an address that the
 * whole world takes for a public one, so that the guard runs as it is deployed, with nothing opened for the test.
 */
import { spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findInstalledChrome } from "../../dev/browser/installed.ts";
import { installShell, shellRunsHere } from "../../dev/browser/shell.ts";
import { buildIfStale } from "../../tools/build.ts";
import { ROOT } from "../../tools/paths.ts";
import { BROWSER_RULES, PUBLIC_ADDRESS } from "./network.ts";
import { Report } from "./report.ts";

const ENTER = ["--user", "--map-root-user", "--net", "sh", "-ec"];
const SETUP = `ip link set lo up; ip address add ${PUBLIC_ADDRESS}/32 dev lo`;

/** Whether this machine lets us make one. */
export function namespacesWork(): boolean {
  return process.platform === "linux" && spawnSync("unshare", [...ENTER, SETUP]).status === 0;
}

/**
 * A browser that finds the names of the little internet. Frames of other sites have a process of their own, as in
 * browsers with room for it: then they are no part of what the page's session holds.
 */
async function browserScript(): Promise<string> {
  const rules = `--site-per-process --host-resolver-rules='${BROWSER_RULES}'`;
  const asked = process.env.CHROME_PATH;
  if (!asked && shellRunsHere()) {
    const { executable, libraries, fontsConf } = await installShell();
    return `#!/bin/sh
export LD_LIBRARY_PATH='${libraries}' FONTCONFIG_FILE='${fontsConf}'
exec '${executable}' "$@" ${rules}
`;
  }
  return `#!/bin/sh\nexec '${asked ?? findInstalledChrome() ?? "chromium"}' "$@" ${rules}\n`;
}

/** Runs the lab to its end. */
export async function runIsolated(): Promise<Report> {
  await buildIfStale();
  const folder = await mkdtemp(join(tmpdir(), "platen-guard-"));
  try {
    const browser = join(folder, "browser");
    await writeFile(browser, await browserScript());
    await chmod(browser, 0o755);
    const isolated = spawn(
      "unshare",
      [
        ...ENTER,
        `${SETUP}; exec "$0" "$1"`,
        process.execPath,
        join(import.meta.dirname, "isolated-service.ts"),
      ],
      {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          ...process.env,
          CHROME_PATH: browser,
          PLATEN_CACHE: join(folder, "cache"),
          PLATEN_DIR: join(folder, "service"),
        },
      },
    );
    return Report.parse(JSON.parse(await text(isolated.stdout)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
