/** The npm that runs this process, which starts a shell, which starts Node: the end of either must be noticed here. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** `ps` is missing on a small Linux, /proc on macOS. */
function look(pid: number): string {
  if (process.platform !== "linux")
    return execFileSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" });
  const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return `${parent} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")}`;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A check for whether the npm (or the shell below it) that started this process has ended; null when started without npm. */
export function npmWatch(): (() => boolean) | null {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return null;
  const parent = process.ppid;
  // Some shells replace themselves by Node; then npm is the parent.
  const [, npm] = /^\s*(\d+) +\S*sh -c /.exec(look(parent)) ?? [];
  return () => process.ppid !== parent || (npm !== undefined && !exists(Number(npm)));
}
