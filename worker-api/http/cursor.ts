/** The cursor of a list: opaque to clients, validated when it comes back. */
import { z } from "@hono/zod-openapi";
import type { Place } from "#store/jobs/list.ts";

const PlaceParts = z.tuple([z.number().int(), z.string().max(64)]);

export function writeCursor({ createdAt, id }: Place): string {
  return btoa(JSON.stringify([createdAt, id]))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Null for text that `writeCursor` did not write. */
function readCursor(cursor: string): Place | null {
  try {
    const [createdAt, id] = PlaceParts.parse(
      JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))),
    );
    return { createdAt, id };
  } catch {
    return null;
  }
}

/** Query parameter of a list. */
export const Cursor = z
  .string()
  .transform((text, ctx) => {
    const place = readCursor(text);
    if (place) return place;
    ctx.addIssue({ code: "custom", message: "is not a valid cursor" });
    return z.NEVER;
  })
  .optional()
  .openapi({ type: "string", description: "`nextCursor` of the previous page" });
