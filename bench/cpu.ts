/** Processor time from /proc. Unlike the clock, it does not count other work on the machine. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux: USER_HZ is 100 on every machine. */
const MS_PER_TICK = 10;
/** Pause between two readings. A reading takes about 5 ms. */
const READ_MS = 250;

interface Times {
  pid: number;
  parent: number;
  ms: number;
}

function timesOf(pid: string): Times | null {
  try {
    // The name in brackets can contain spaces, so fields are counted from its end: state, parent, …
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // utime, stime, and both of the children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid: Number(pid), parent: Number(fields[1]), ms: ticks * MS_PER_TICK };
  } catch {
    // The process has ended since.
    return null;
  }
}

/** Processor time in ms of a process and all its descendants. NaN without /proc. */
function cpuMs(root: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => timesOf(pid) ?? []);
  const below = (parent: number): number =>
    all.filter((one) => one.parent === parent).reduce((sum, { pid, ms }) => sum + ms + below(pid), 0);
  return (all.find(({ pid }) => pid === root)?.ms ?? 0) + below(root);
}

/**
 * Processor time in ms of a process and all its descendants during `work`. The time of a browser that ends disappears from the
 * sum, because nothing waits for its processes. What has disappeared between two readings is added again.
 */
export async function cpuDuring(root: number, work: () => Promise<unknown>): Promise<number> {
  const startMs = cpuMs(root);
  let lastMs = startMs;
  let lostMs = 0;
  const read = () => {
    const ms = cpuMs(root);
    lostMs += Math.max(0, lastMs - ms);
    lastMs = ms;
  };
  const timer = setInterval(read, READ_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  read();
  return lastMs - startMs + lostMs;
}
