/** The processes of a contender, from /proc. Unlike the clock, their processor time does not count other work on the machine. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux: USER_HZ is 100 on every machine. */
const MS_PER_TICK = 10;
/** Pause between two readings. A reading takes about 5 ms. */
const READ_MS = 250;
/** Arguments that only a browser's processes have. */
const BROWSER = /--(type|user-data-dir)=/;

interface Process {
  pid: number;
  parent: number;
  name: string;
  /** It belongs to a browser. */
  isBrowser: boolean;
  /** Its own processor time. */
  ms: number;
  /** Processor time of its children that have ended. */
  endedMs: number;
  residentMegabytes: number;
}

function readProcess(pid: string): Process | null {
  try {
    const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
    // The name in brackets can contain spaces, so fields are counted from its end: state, parent, …
    const text = read("stat");
    const end = text.lastIndexOf(")");
    const fields = text.slice(end + 2).split(" ");
    // utime and stime, then both of the children that have ended.
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      name: text.slice(text.indexOf("(") + 1, end),
      isBrowser: BROWSER.test(read("cmdline")),
      ms: (user + system) * MS_PER_TICK,
      endedMs: (endedUser + endedSystem) * MS_PER_TICK,
      residentMegabytes: Number(/^VmRSS:\s+(\d+)/m.exec(read("status"))?.[1] ?? 0) / 1024,
    };
  } catch {
    // The process has ended since.
    return null;
  }
}

/** A process and all its descendants. Empty without /proc. */
export function processesOf(root: number): Process[] {
  if (process.platform !== "linux") return [];
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(pid) ?? []);
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

function sum(processes: readonly Process[], of: (one: Process) => number): number {
  return processes.reduce((total, one) => total + of(one), 0);
}

export interface Cost {
  /** Processor time of all processes. */
  cpuMs: number;
  /** Of it, the time of those that belong to no browser. */
  ownCpuMs: number;
  /** Resident memory of those that belong to no browser, at the end. */
  ownMegabytes: number;
}

/**
 * What a process and all its descendants cost during `work`. The time of a browser that ends disappears from the sum, because
 * nothing waits for its processes. What has disappeared between two readings is added again.
 */
export async function costOf(root: number, work: () => Promise<unknown>): Promise<Cost> {
  const read = () => {
    const all = processesOf(root);
    const own = all.filter(({ isBrowser }) => !isBrowser);
    return {
      cpuMs: sum(all, ({ ms, endedMs }) => ms + endedMs),
      ownCpuMs: sum(own, ({ ms }) => ms),
      ownMegabytes: sum(own, ({ residentMegabytes }) => residentMegabytes),
    };
  };
  const start = read();
  let last = start;
  let lostMs = 0;
  const follow = () => {
    const now = read();
    lostMs += Math.max(0, last.cpuMs - now.cpuMs);
    last = now;
  };
  const timer = setInterval(follow, READ_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  follow();
  return {
    cpuMs: last.cpuMs - start.cpuMs + lostMs,
    ownCpuMs: last.ownCpuMs - start.ownCpuMs,
    ownMegabytes: last.ownMegabytes,
  };
}
