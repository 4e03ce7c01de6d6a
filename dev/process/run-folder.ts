/**
 * A run: one process that holds a service's folder, everything that it starts, and their temporary files. All end
 * together: `end-run.sh` waits for the end of the process, and a later start ends the runs that had no chance to.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { RUNS_DIR } from "../../tools/paths.ts";

const SCRIPT = join(import.meta.dirname, "end-run.sh");

function ender(folder: string, stdin: "ignore" | "pipe"): ChildProcess {
  return spawn("sh", [SCRIPT, folder], {
    cwd: "/",
    env: { PATH: process.env.PATH },
    // Its own session: Ctrl-C and a closed terminal end the service, not what cleans up behind it.
    detached: true,
    stdio: [stdin, "ignore", "ignore"],
  });
}

async function endLeftovers(): Promise<void> {
  const folders = readdirSync(RUNS_DIR).map((name) => join(RUNS_DIR, name));
  await Promise.all(folders.map((folder) => once(ender(folder, "ignore"), "close")));
}

/** Begins a run of this process, which must hold the service's folder. */
export async function beginRun(): Promise<{ end(): Promise<void> }> {
  // No `sh` there: a run that is killed leaves its temporary files in the system's folder.
  if (process.platform === "win32") return { async end() {} };
  mkdirSync(RUNS_DIR, { recursive: true });
  await endLeftovers();
  const folder = mkdtempSync(join(RUNS_DIR, "run-"));
  const before = process.env.TMPDIR;
  process.env.PLATEN_RUN = folder;
  process.env.TMPDIR = folder;
  const child = ender(folder, "pipe");
  return {
    async end() {
      delete process.env.PLATEN_RUN;
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      const ended = once(child, "close");
      child.stdin?.end();
      await ended;
    },
  };
}
