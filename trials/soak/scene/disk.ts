/** A small filesystem for the service's folder. It needs root on Linux. */
import { execFileSync } from "node:child_process";
import { mkdirSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const FILL_TRIES = 20;

export interface Disk {
  /** Leaves no space, so that every write fails. */
  fill(): void;
  /** Makes space again. */
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

/** Unmounts what an earlier soak has left. Does nothing if nothing is mounted. */
export function unmountDisk(folder: string): void {
  try {
    // Lazily, because a remaining process of the service may still use the folder.
    execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
  } catch {
    // Nothing is mounted.
  }
}

/** Mounts half of the free memory as a filesystem; null if that is not allowed. It uses memory only for written data. */
export function mountDisk(folder: string): Disk | null {
  mkdirSync(folder, { recursive: true });
  const sizeBytes = Math.floor(freemem() / 2);
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  if (!isRoot || !mount("-t", "tmpfs", "-o", `size=${sizeBytes}`, "platen-soak", folder)) return null;
  const resize = (bytes: number) => mount("-o", `remount,size=${bytes}`, folder);
  return {
    fill() {
      // A filesystem cannot shrink below the used space, which may grow between the two calls.
      for (let left = FILL_TRIES; left > 0; left--) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        if (resize((blocks - bfree) * bsize)) return;
      }
      throw new Error(`${folder} could not be made full.`);
    },
    free() {
      if (!resize(sizeBytes)) throw new Error(`${folder} could not be made larger again.`);
    },
    unmount: () => unmountDisk(folder),
  };
}
