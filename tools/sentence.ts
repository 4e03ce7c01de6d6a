/** What an error means to the person at the terminal. */
import { statfsSync } from "node:fs";
import { z } from "zod";
import { SERVICE_DIR } from "./paths.ts";

const FULL = /ENOSPC|EDQUOT|SQLITE_(FULL|IOERR_SHMSIZE|IOERR_WRITE)|disk is full|No space left on device/;
/** What workerd says of a write that failed, often without a reason. */
const FAILED_WRITE = /^internal error|SQLITE_|Workers runtime failed/;
const MIN_ROOM_BYTES = 10_000_000;
const DENIED = /^(EACCES|EPERM|EROFS)\b/;

function text(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // Addresses in workerd's binary.
  return message.replaceAll(/^stack: .*\n?/gm, "");
}

/** Whether a disk had no room: in the words of Node, of SQLite through workerd, or of a program that was started. */
export function isDiskFull(error: unknown): boolean {
  return FULL.test(text(error));
}

function hasNoRoom(): boolean {
  const { bavail, bsize } = statfsSync(SERVICE_DIR);
  return bavail * bsize < MIN_ROOM_BYTES;
}

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
