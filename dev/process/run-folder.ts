/**
 * A run is the process that holds a service's folder, all that it starts, and their temporary files. They end together:
 * `end-run.sh` waits for the process. The next start cleans up after runs whose `end-run.sh` was killed too.
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
    // A process group of its own: Ctrl-C and a closed terminal end the service, not its cleanup.
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
  // Windows has no `sh`: a run that is killed there leaves its temporary files.
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
