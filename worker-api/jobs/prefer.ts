/**
 * What the client prefers: how long it waits (`Prefer: wait`, RFC 7240), and whether it wants the file instead of JSON.
 */
import { LIMITS } from "#contract/limits.ts";

const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i;

/** Seconds of `Prefer: wait=N`, at most LIMITS.waitSeconds; null without it. */
export function preferredWait(prefer: string | undefined): number | null {
  const [, seconds] = WAIT.exec(prefer ?? "") ?? [];
  return seconds === undefined ? null : Math.min(Number(seconds), LIMITS.waitSeconds);
}

/** Whether `Accept` names the file's own type. `*∕*` means JSON, because most clients send it by default. */
export function acceptsBytes(accept: string | undefined, contentType: string): boolean {
  const types = (accept ?? "").split(",").map((part) => part.split(";")[0]?.trim().toLowerCase());
  if (types.includes("application/json")) return false;
  const isImage = contentType.startsWith("image/");
  const [type = contentType] = contentType.split(";");
  return types.includes(type) || (isImage && types.includes("image/*"));
}
