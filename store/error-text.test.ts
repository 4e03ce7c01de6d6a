import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDb } from "./db.ts";
import { errorPlace, errorText } from "./error-text.ts";

test("a failed query tells what failed, never the values that were bound", async () => {
  const query = openDb(env.DB).run(sql`select ${"hunter2"} from nowhere`);
  const error = await query.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(String(error)).toContain("hunter2");
  expect(errorText(error)).toContain("no such table: nowhere");
  expect(errorText(error) + errorPlace(error)).not.toContain("hunter2");
  expect(errorPlace(error)).toMatch(/^\s+at /);
});
