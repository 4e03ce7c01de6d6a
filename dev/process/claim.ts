/** A service's folder has one user at a time: a service, or a command that opens the database itself. */
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

/** Garbage collection would close a lock that nothing refers to. */
const held = new Set<DatabaseSync>();

export interface Claim {
  release(): Promise<void>;
}

/** The lock, or null while another process has it. The system takes it back from a process that dies. */
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
  // Left by a service that was killed.
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

/** Claims the folder, or answers the service that runs on it. Waits for one that is starting or ending. */
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
        `${SERVICE_DIR} is in use by a Platen that does not answer (${holder()}). End it, or name another folder with PLATEN_DIR.`,
      );
    if (waitedMs > NOTICE_AFTER_MS && !noticed) {
      console.error(`Waiting for the Platen that starts or ends on this folder (${holder()}) …`);
      noticed = true;
    }
    await sleep(POLL_MS);
  }
}
