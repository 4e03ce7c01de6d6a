/** npm starts a shell, which starts Node. Node gets no signal when npm or the shell is killed, so it checks for them. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The parent's id and the command of a process. Linux has /proc but not always `ps`; macOS has `ps` only. */
function parentAndCommand(pid: number): string {
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

/** Returns a function that checks whether npm, or the shell below it, has ended. Null when npm did not start this process. */
export function npmWatch(): (() => boolean) | null {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return null;
  const parent = process.ppid;
  // Some shells replace themselves with Node. Then npm is the parent.
  const [, npm] = /^\s*(\d+) +\S*sh -c /.exec(parentAndCommand(parent)) ?? [];
  return () => process.ppid !== parent || (npm !== undefined && !exists(Number(npm)));
}
