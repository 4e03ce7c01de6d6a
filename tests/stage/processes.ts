/** The machine's processes: from /proc where it is, since a small Linux has no `ps`. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

export interface Process {
  pid: number;
  parent: number;
  /** As `ps` has it: "T" is stopped. */
  state: string;
  command: string;
}

function fromProc(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in brackets may hold anything, so the fields are counted from its end: state, parent.
        const [state = "", parent] = readFileSync(`/proc/${name}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return [{ pid: Number(name), parent: Number(parent), state, command }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

function fromPs(): Process[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, state = "", command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), state, command }];
  });
}

function all(): Process[] {
  return existsSync("/proc/self/stat") ? fromProc() : fromPs();
}

/** The process, every process that it has started, and those that they have. */
export function tree(root: number): Process[] {
  const now = all();
  const below = (parent: number): Process[] =>
    now.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return [...now.filter(({ pid }) => pid === root), ...below(root)];
}

/** Those of the processes that still run. */
export function survivors(processes: Process[]): Process[] {
  const now = all();
  return processes.filter(({ pid, command }) =>
    now.some((one) => one.pid === pid && one.command === command),
  );
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself meanwhile.
  }
}
