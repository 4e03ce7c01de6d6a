/** Lists the machine's processes. On Linux from /proc, because small systems have no `ps`. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

export interface Process {
  pid: number;
  parent: number;
  startedAt: string;
  state: "running" | "stopped" | "ended";
  residentBytes: number;
  command: string;
}

/** Page size of Linux on x64 and most other processors. */
const PAGE_BYTES = 4_096;

function stateOf(letter: string): Process["state"] {
  if (/^[ZX]/.test(letter)) return "ended";
  return letter.startsWith("T") ? "stopped" : "running";
}

function fromProc(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in brackets may contain spaces and brackets, so the fields are read after it: state, parent, …
        const fields = readFileSync(`/proc/${name}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        const [state = "", parent] = fields;
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return [
          {
            pid: Number(name),
            parent: Number(parent),
            startedAt: fields[19] ?? "",
            state: stateOf(state),
            residentBytes: Number(fields[21]) * PAGE_BYTES,
            command,
          },
        ];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
}

const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/;

function fromPs(): Process[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid=,state=,rss=,lstart=,args="], { encoding: "utf8" });
  return table.split("\n").flatMap((line) => {
    const [, pid, parent, state = "", resident, startedAt = "", command] = PS_LINE.exec(line) ?? [];
    if (command === undefined) return [];
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        startedAt,
        state: stateOf(state),
        residentBytes: Number(resident) * 1_024,
        command,
      },
    ];
  });
}

/** Identifies a process. The pid alone does not, because a later process may get the same one. */
export function identity({ pid, startedAt }: Process): string {
  return `${pid} ${startedAt}`;
}

/** All processes, without zombies. */
export function livingProcesses(): Process[] {
  const all = existsSync("/proc/self/stat") ? fromProc() : fromPs();
  return all.filter(({ state }) => state !== "ended");
}

/** `roots` and every process below them. */
export function withDescendants(all: readonly Process[], roots: readonly Process[]): Process[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const found = new Set<Process>();
  const add = (one: Process) => {
    if (found.has(one)) return;
    found.add(one);
    for (const child of children.get(one.pid) ?? []) add(child);
  };
  for (const root of roots) add(root);
  return [...found];
}

export type Kind = "node" | "workerd" | "browser" | "renderer" | "other";

/** Kind of the process, by its command line. */
export function kindOf({ command }: Process): Kind {
  const program = basename(command.split(" ")[0] ?? "");
  if (program === "workerd") return "workerd";
  if (/chrom|headless/i.test(program)) {
    if (command.includes("--type=renderer")) return "renderer";
    return command.includes("--user-data-dir=") && !command.includes("--type=") ? "browser" : "other";
  }
  return program === "node" && command.includes("dev/start.ts") ? "node" : "other";
}

/** Sends a signal. Returns false when the process does not exist. A negative pid is a process group. */
export function signal({ pid }: Pick<Process, "pid">, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
