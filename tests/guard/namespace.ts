/**
 * An isolated network, which Linux gives any user through user namespaces. Its loopback interface has a public address,
 * so the guard runs as deployed, without an exception for the test.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findInstalledChrome } from "../../dev/browser/installed.ts";
import { installShell, shellRunsHere } from "../../dev/browser/shell.ts";
import { buildIfStale } from "../../tools/build.ts";
import { ROOT } from "../../tools/paths.ts";
import { accepted } from "./accepted.ts";
import { BROWSER_RULES, type Part, PUBLIC_ADDRESS, RESERVED_ADDRESS } from "./network.ts";
import { Report } from "./report.ts";

const ENTER = ["--user", "--map-root-user", "--net", "sh", "-ec"];
const ADDRESSES = [PUBLIC_ADDRESS, RESERVED_ADDRESS].map((address) => `ip address add ${address}/32 dev lo`);
const SETUP = ["ip link set lo up", ...ADDRESSES].join("; ");

/** Full Chromium on a busy machine takes five minutes. */
export const RUN_TIMEOUT_MS = 900_000;

/** Number of lines of the service's log that a failure quotes. */
const QUOTED_LINES = 30;

/** Whether this machine allows user namespaces. */
export function namespacesWork(): boolean {
  return process.platform === "linux" && spawnSync("unshare", [...ENTER, SETUP]).status === 0;
}

/**
 * Of several flags of one name Chromium takes the last: the service's own rules go into the one that is added. QUIC stays on, as in
 * a browser that the service does not start.
 */
const KEEP_RULES = `#!/bin/sh
rules=
for flag do
  shift
  case $flag in
    --host-resolver-rules=*) rules=,\${flag#*=} ;;
    --disable-quic) continue ;;
  esac
  set -- "$@" "$flag"
done`;

/** SHA-256 of the certificate's public key, in Base64. */
function keyHash(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
}

/**
 * A browser that resolves the names of the test's internet. Each frame of another site has its own process, as on large
 * machines. The page's CDP session does not hold such frames.
 */
async function browserScript(): Promise<string> {
  const acceptance = `--ignore-certificate-errors-spki-list=${keyHash(accepted.cert)}`;
  const flags = `--site-per-process ${acceptance} --host-resolver-rules='${BROWSER_RULES}'"$rules"`;
  const asked = process.env.CHROME_PATH;
  if (!asked && shellRunsHere()) {
    const { executable, libraries, fontsConf } = await installShell();
    return `${KEEP_RULES}
export LD_LIBRARY_PATH='${libraries}' FONTCONFIG_FILE='${fontsConf}'
exec '${executable}' "$@" ${flags}
`;
  }
  return `${KEEP_RULES}\nexec '${asked ?? findInstalledChrome() ?? "chromium"}' "$@" ${flags}\n`;
}

/**
 * Runs a part of `isolated-service.ts` in a namespace, or `names` in the machine's own network. Returns its report.
 * @throws Error with the end of its log if it ends without a report
 */
export async function runService(part: Part): Promise<Report> {
  await buildIfStale();
  const folder = await mkdtemp(join(tmpdir(), "platen-guard-"));
  try {
    const browser = join(folder, "browser");
    await writeFile(browser, await browserScript());
    await chmod(browser, 0o755);
    const service = join(import.meta.dirname, "isolated-service.ts");
    const inNamespace = [...ENTER, `${SETUP}; exec "$0" "$@"`, process.execPath, service, part];
    const [command, args] = part === "names" ? [process.execPath, [service, part]] : ["unshare", inNamespace];
    const isolated = spawn(command, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        CHROME_PATH: browser,
        PLATEN_CACHE: join(folder, "cache"),
        PLATEN_DIR: join(folder, "service"),
      },
    });
    const [report, log, [code, signal]] = await Promise.all([
      text(isolated.stdout),
      text(isolated.stderr),
      once(isolated, "exit"),
    ]);
    if (code === 0) return Report.parse(JSON.parse(report));
    const quoted = log.split("\n").slice(-QUOTED_LINES).join("\n");
    throw new Error(`The isolated service ended without a report (${signal ?? code}):\n${quoted}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
