/** Processor time, from /proc: what a contender takes says more than the clock when others work on the machine too. */
import { readdirSync, readFileSync } from "node:fs";

/** USER_HZ, which Linux keeps at this on every machine. */
const MS_PER_TICK = 10;

interface Times {
  pid: number;
  parent: number;
  ms: number;
}

function timesOf(pid: string): Times | null {
  try {
    // The name in brackets may hold anything, so the fields are counted from its end: state, parent.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // utime, stime, and the same of the children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid: Number(pid), parent: Number(fields[1]), ms: ticks * MS_PER_TICK };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

/** Milliseconds that the process and all that it has started have used; NaN where there is no /proc. */
export function cpuMs(root: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => timesOf(pid) ?? []);
  const below = (parent: number): number =>
    all.filter((one) => one.parent === parent).reduce((sum, { pid, ms }) => sum + ms + below(pid), 0);
  return (all.find(({ pid }) => pid === root)?.ms ?? 0) + below(root);
}
