/** One process at a time uses a service's folder: a service, or a command that opens the database itself. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVICE_DIR } from "../../tools/paths.ts";
import { beginRun } from "./run-folder.ts";
import { findRunning, RUNNING_FILE, type Running } from "./running.ts";

const LOCK = join(SERVICE_DIR, "lock");
const HOLDER = join(SERVICE_DIR, "lock.pid");
const SQLITE_BUSY = 5;
/** Longer than a service takes to start or to end. */
const CLAIM_TIMEOUT_MS = 60_000;
const NOTICE_AFTER_MS = 2_000;
const POLL_MS = 100;

/** Keeps a reference to each lock: garbage collection closes a database without one. */
const held = new Set<DatabaseSync>();

export interface Claim {
  release(): Promise<void>;
}

/** The lock, or null while another process has it. The system releases the lock of a process that dies. */
function tryLock(): DatabaseSync | null {
  const lock = new DatabaseSync(LOCK);
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
    held.add(lock);
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

async function holdWith(lock: DatabaseSync): Promise<Claim> {
  writeFileSync(HOLDER, String(process.pid));
  // A service that was killed left its file.
  rmSync(RUNNING_FILE, { force: true });
  const run = await beginRun();
  return {
    async release() {
      await run.end();
      rmSync(HOLDER, { force: true });
      lock.close();
      held.delete(lock);
    },
  };
}

function holder(): string {
  try {
    return `process ${readFileSync(HOLDER, "utf8")}`;
  } catch {
    return "another process";
  }
}

/**
 * Claims the folder, or returns the service that runs on it. Waits for a service that is starting or ending.
 * @throws Error when another process holds the folder for `CLAIM_TIMEOUT_MS` and does not respond.
 */
export async function claimFolder(): Promise<Claim | Running> {
  mkdirSync(SERVICE_DIR, { recursive: true });
  const begunAt = Date.now();
  let noticed = false;
  for (;;) {
    const lock = tryLock();
    if (lock) return holdWith(lock);
    const running = await findRunning();
    if (running) return running;
    const waitedMs = Date.now() - begunAt;
    if (waitedMs > CLAIM_TIMEOUT_MS)
      throw new Error(
        `${SERVICE_DIR} is in use by a Platen that does not respond (${holder()}). End it, or name another folder with PLATEN_DIR.`,
      );
    if (waitedMs > NOTICE_AFTER_MS && !noticed) {
      console.error(`Waiting for a Platen that is starting or stopping on this folder (${holder()}) …`);
      noticed = true;
    }
    await sleep(POLL_MS);
  }
}
