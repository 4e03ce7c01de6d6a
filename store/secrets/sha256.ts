/** SHA-256 as lower-case hex, for look-ups of secrets that are not kept themselves. */
import { hash } from "node:crypto";

export function sha256Hex(text: string): string {
  return hash("sha256", text, "hex");
}
