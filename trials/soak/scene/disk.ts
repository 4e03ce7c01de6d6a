/** A small filesystem under the service's folder, where the machine lets us mount one (Linux, as root). */
import { execFileSync } from "node:child_process";
import { mkdirSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const FILL_TRIES = 20;

export interface Disk {
  /** From now on nothing more can be written. */
  fill(): void;
  free(): void;
  unmount(): void;
}

function mount(...args: string[]): boolean {
  try {
    execFileSync("mount", args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Whatever an earlier soak left mounted there. */
export function unmountDisk(folder: string): void {
  try {
    // Lazily: a process that has outlived the service must not keep the folder.
    execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
  } catch {
    // Nothing is mounted.
  }
}

/** Null where the machine does not allow it. It takes memory only for what is written. */
export function mountDisk(folder: string): Disk | null {
  mkdirSync(folder, { recursive: true });
  const sizeBytes = Math.floor(freemem() / 2);
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  if (!isRoot || !mount("-t", "tmpfs", "-o", `size=${sizeBytes}`, "platen-soak", folder)) return null;
  const resize = (bytes: number) => mount("-o", `remount,size=${bytes}`, folder);
  return {
    fill() {
      // It cannot shrink below what is used, which may grow between the two calls.
      for (let left = FILL_TRIES; left > 0; left--) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        if (resize((blocks - bfree) * bsize)) return;
      }
      throw new Error(`${folder} could not be made full.`);
    },
    free() {
      if (!resize(sizeBytes)) throw new Error(`${folder} could not be given its space again.`);
    },
    unmount: () => unmountDisk(folder),
  };
}
