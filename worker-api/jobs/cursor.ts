/** The cursor of a list: opaque to clients, validated when it comes back. */
import { z } from "zod";
import type { Place } from "#store/jobs/list.ts";

const PlaceParts = z.tuple([z.number().int(), z.string().max(64)]);

export function writeCursor({ createdAt, id }: Place): string {
  return btoa(JSON.stringify([createdAt, id]))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Null for text that `writeCursor` did not write. */
export function readCursor(cursor: string): Place | null {
  try {
    const [createdAt, id] = PlaceParts.parse(
      JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))),
    );
    return { createdAt, id };
  } catch {
    return null;
  }
}
