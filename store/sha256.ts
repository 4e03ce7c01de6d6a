/** SHA-256 as lower-case hex, for look-ups of secrets that are not kept themselves. */
import { createHash } from "node:crypto";

export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
