/** SHA-256 as lower-case hex, for looking up secrets that are not stored themselves. */
import { hash } from "node:crypto";

export function sha256Hex(text: string): string {
  return hash("sha256", text, "hex");
}
