/**
 * What the client prefers: how long it waits (`Prefer: wait`, RFC 7240), and whether it wants the file instead of JSON.
 */
import { parseAccept } from "hono/utils/accept";
import { LIMITS } from "#contract/limits.ts";

const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i;

/** Seconds of `Prefer: wait=N`, at most LIMITS.waitSeconds; null without it. */
export function preferredWait(prefer: string | undefined): number | null {
  const [, seconds] = WAIT.exec(prefer ?? "") ?? [];
  return seconds === undefined ? null : Math.min(Number(seconds), LIMITS.waitSeconds);
}

/**
 * Whether `Accept` names the file's own type, and prefers it to JSON. `*∕*` means JSON, because most clients send it by
 * default.
 */
export function acceptsBytes(accept: string | undefined, contentType: string): boolean {
  const qualities = new Map(parseAccept(accept ?? "").map(({ type, q }) => [type.toLowerCase(), q]));
  const isImage = contentType.startsWith("image/");
  const [type = contentType] = contentType.split(";");
  const quality = qualities.get(type) ?? (isImage ? qualities.get("image/*") : undefined) ?? 0;
  return quality > (qualities.get("application/json") ?? 0);
}
