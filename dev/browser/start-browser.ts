/** Starts a browser in the way that Miniflare starts it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const START_TIMEOUT_MS = 60_000;
const ADDRESS = /^DevTools listening on (ws:\/\/.*)$/;
/** Lines of the browser's last output that an error repeats. */
const LAST_LINES = 5;
const FLAGS = ["--headless=new", "--disable-dev-shm-usage", "--remote-debugging-port=0", "about:blank"];

export interface StartedBrowser {
  process: ChildProcess;
  /** The WebSocket address of its DevTools. */
  endpoint: string;
}

/** Kills a browser with its whole process group, and waits for its end. */
export async function killBrowser(browser: ChildProcess): Promise<void> {
  if (browser.pid === undefined || browser.exitCode !== null || browser.signalCode !== null) return;
  const ended = once(browser, "exit");
  process.kill(-browser.pid, "SIGKILL");
  await ended;
}

/** Reads standard error up to the address and then pauses it, as Miniflare does. Rejects when it ends before. */
function addressOf(browser: ChildProcess, said: string[]): Promise<string> {
  const { stderr } = browser;
  if (!stderr) throw new Error("The browser has no standard error.");
  return new Promise((resolve, reject) => {
    const lines = createInterface(stderr);
    lines.on("line", (line) => {
      const address = ADDRESS.exec(line)?.[1];
      if (address !== undefined) {
        resolve(address);
        lines.close();
      } else if (line.trim()) said.push(line);
    });
    lines.on("close", () =>
      reject(new Error(said.slice(-LAST_LINES).join("\n") || "It ended without output.")),
    );
  });
}

/** @throws Error with the browser's last output when it does not start. */
export async function startBrowser(executable: string, profile: string): Promise<StartedBrowser> {
  // As Miniflare does: containers in CI often forbid the sandbox.
  const flags = process.env.CI ? [...FLAGS, "--no-sandbox"] : FLAGS;
  const browser = spawn(executable, [...flags, `--user-data-dir=${profile}`], {
    detached: true,
    env: {},
    stdio: ["pipe", "ignore", "pipe"],
  });
  try {
    await once(browser, "spawn");
    const said: string[] = [];
    const late = sleep(START_TIMEOUT_MS, null, { ref: false }).then(() => {
      throw new Error(
        [...said.slice(-LAST_LINES), `no DevTools address after ${START_TIMEOUT_MS / 1000} s`].join("\n"),
      );
    });
    return { process: browser, endpoint: await Promise.race([addressOf(browser, said), late]) };
  } catch (error) {
    await killBrowser(browser);
    throw error;
  }
}

/**
 * Starts the browser once and ends it.
 * @throws Error with its last output when it does not start on this machine.
 */
export async function tryBrowser(executable: string): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), "browser-"));
  try {
    const { process: browser } = await startBrowser(executable, profile);
    await killBrowser(browser);
    // A killed Chromium leaves its socket in a folder of the system's temporary folder.
    const socket = await readlink(join(profile, "SingletonSocket")).catch(() => null);
    if (socket) await rm(dirname(socket), { recursive: true, force: true });
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
