/** The soak's own service: started, killed and started again as a user does it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobMessage } from "#contract/job/scheduling.ts";
import { findRunning } from "../../../dev/process/running.ts";
import { ROOT, SERVICE_DIR } from "../../../tools/paths.ts";
import type { Census } from "./census.ts";

const READY_TIMEOUT_MS = 120_000;
/** After a fault the service comes back by itself, or ends, within this time. */
const RECOVERY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 120_000;
const ANSWER_TIMEOUT_MS = 10_000;
const POLL_MS = 200;

/** Beside the folder, not in it: a full disk must not break what the shell does with the output. */
export const LOG_FILE = `${SERVICE_DIR}.log`;
const TEMPORARY = join(SERVICE_DIR, "tmp");
/** What stays in the service's folder: its data, an open lock file, and folders whose content must be gone. */
const KEPT = new Set(["state", "demo.json", "lock", "run", "tmp"]);
const EMPTIED = ["run", "tmp"];
/** Node's own cache of compiled scripts. */
const NODE_CACHE = "node-compile-cache";

export class Service {
  /** Each time that starting it again was not enough, or that it ended without a fault that ends it. */
  readonly troubles: string[] = [];
  private readonly port: number;
  private readonly census: Census;
  private child: ChildProcess | null = null;
  private log = 0;

  constructor(port: number, census: Census) {
    this.port = port;
    this.census = census;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** An empty folder and log. */
  prepare(): void {
    mkdirSync(SERVICE_DIR, { recursive: true });
    for (const name of readdirSync(SERVICE_DIR)) rmSync(join(SERVICE_DIR, name), { recursive: true });
    rmSync(LOG_FILE, { force: true });
    this.log = openSync(LOG_FILE, "a");
  }

  /** Resolves once it answers. Throws the last line of its log when it ends before that. */
  async start(): Promise<void> {
    mkdirSync(TEMPORARY, { recursive: true });
    const env = { ...process.env, PORT: String(this.port), TMPDIR: TEMPORARY, NODE_ENV: "production" };
    // A group of its own: the soak's terminal must not stop it.
    const child = spawn("npm", ["start"], {
      cwd: ROOT,
      env,
      stdio: ["ignore", this.log, this.log],
      detached: true,
    });
    this.child = child;
    if (child.pid === undefined) throw new Error("npm could not be started.");
    this.census.follow(child.pid);
    const deadline = Date.now() + READY_TIMEOUT_MS;
    // The port alone says nothing: an old workerd may still listen on it.
    while (this.isAlive()) {
      if ((await findRunning()) && (await this.answers())) return;
      if (Date.now() > deadline) throw new Error(`not ready after ${READY_TIMEOUT_MS / 1_000} s`);
      await sleep(POLL_MS);
    }
    throw new Error(readFileSync(LOG_FILE, "utf8").trim().split("\n").at(-1));
  }

  /** As Ctrl-C in its terminal. */
  async stop(): Promise<void> {
    if (this.child?.pid === undefined || !this.isAlive()) return;
    const ended = this.ended();
    process.kill(-this.child.pid, "SIGINT");
    const timeout = sleep(STOP_TIMEOUT_MS, true, { ref: false });
    if (await Promise.race([ended, timeout])) {
      this.troubles.push(`did not stop within ${STOP_TIMEOUT_MS / 1_000} s`);
      await this.end();
    }
  }

  /** Files in its folder that a stopped service should not have left. */
  leftovers(): string[] {
    const inside = (name: string) => {
      const folder = join(SERVICE_DIR, name);
      return existsSync(folder) ? readdirSync(folder).map((entry) => join(name, entry)) : [];
    };
    return [...readdirSync(SERVICE_DIR).filter((name) => !KEPT.has(name)), ...EMPTIED.flatMap(inside)].filter(
      (path) => basename(path) !== NODE_CACHE,
    );
  }

  /** Resolves when npm has ended. */
  async ended(): Promise<void> {
    if (this.child && this.isAlive()) await once(this.child, "exit");
  }

  /** Waits until the service answers again after `fault`, and starts it if it has ended. Notes troubles. */
  async recover(fault: string, mayEnd: boolean): Promise<void> {
    const deadline = Date.now() + RECOVERY_TIMEOUT_MS;
    while (this.isAlive()) {
      if (await this.answers()) return;
      if (Date.now() > deadline) {
        this.troubles.push(`${fault}: neither answered nor ended within ${RECOVERY_TIMEOUT_MS / 1_000} s`);
        await this.end();
      }
      await sleep(POLL_MS);
    }
    if (!mayEnd) this.troubles.push(`${fault}: the service ended`);
    try {
      await this.start();
    } catch (error) {
      this.troubles.push(`${fault}: npm start failed: ${error instanceof Error ? error.message : error}`);
      await this.end();
      await this.start();
    }
  }

  /** Puts messages into the queue of jobs: a second delivery, as Queues may make by itself. */
  async enqueue(messages: JobMessage[]): Promise<void> {
    const running = await findRunning();
    if (!running) throw new Error("The service does not run.");
    const response = await fetch(running.controlUrl, {
      method: "POST",
      headers: { authorization: `Bearer ${running.token}` },
      body: JSON.stringify({ enqueue: messages }),
    });
    if (!response.ok) throw new Error(`The messages were not taken: ${await response.text()}`);
  }

  private isAlive(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  private async answers(): Promise<boolean> {
    const response = await fetch(`${this.origin}/api/v1/health`, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }).catch(() => null);
    return response?.ok === true;
  }

  /** `kill -9` for all that is left of it. */
  private async end(): Promise<void> {
    const ended = this.ended();
    this.census.killAll();
    await ended;
  }
}
