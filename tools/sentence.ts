/** Turns an error into a sentence for the person at the terminal. */
import { statfsSync } from "node:fs";
import { z } from "zod";
import { SERVICE_DIR } from "./paths.ts";

const FULL = /ENOSPC|EDQUOT|SQLITE_(FULL|IOERR_SHMSIZE|IOERR_WRITE)|disk is full|No space left on device/;
/** workerd's messages for a failed write. They often give no reason. */
const FAILED_WRITE = /^internal error|SQLITE_|Workers runtime failed/;
const MIN_ROOM_BYTES = 10_000_000;
const DENIED = /^(EACCES|EPERM|EROFS)\b/;

function text(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // Drops workerd's stacks, which are addresses in its binary.
  return message.replaceAll(/^stack: .*\n?/gm, "");
}

/** Whether an error means a full disk, in the messages of Node, of SQLite through workerd, or of a child process. */
export function isDiskFull(error: unknown): boolean {
  return FULL.test(text(error));
}

function hasNoRoom(): boolean {
  const { bavail, bsize } = statfsSync(SERVICE_DIR);
  return bavail * bsize < MIN_ROOM_BYTES;
}

/** A zod error becomes one line for each wrong flag; a full disk and a missing permission become advice. */
export function sentence(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map((issue) => `--${issue.path.join(".")}: ${issue.message}`).join("\n");
  }
  const message = text(error);
  if (isDiskFull(error) || (FAILED_WRITE.test(message) && hasNoRoom()))
    return `The disk is full. Make room on it. (${message.split("\n", 1).join()})`;
  if (DENIED.test(message)) return `A file cannot be used. Check the rights to it. (${message})`;
  return message;
}
