import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDb } from "./db.ts";
import { newId } from "./ids.ts";
import { widgetUse } from "./schema.ts";
import { countWidgetUse } from "./widget-use.ts";

const db = openDb(env.DB);
const TODAY = 20_000;

test("a burst of clicks passes no limit", async () => {
  const use = { keyId: newId("pub"), visitor: "v", day: TODAY };
  const counted = await Promise.all(Array.from({ length: 8 }, () => countWidgetUse(db, use, 3)));
  expect(counted.filter(Boolean)).toHaveLength(3);
});

test("visitors and keys are counted apart, and a new day begins at nothing", async () => {
  const keyId = newId("pub");
  const one = { keyId, visitor: "one", day: TODAY };
  expect(await countWidgetUse(db, one, 1)).toBe(true);
  expect(await countWidgetUse(db, one, 1)).toBe(false);
  expect(await countWidgetUse(db, { ...one, visitor: "two" }, 1)).toBe(true);
  expect(await countWidgetUse(db, { ...one, keyId: newId("pub") }, 1)).toBe(true);
  expect(await countWidgetUse(db, { ...one, day: TODAY + 1 }, 1)).toBe(true);
  const kept = await db.select().from(widgetUse).where(eq(widgetUse.keyId, keyId));
  expect(kept.map(({ day }) => day)).toEqual([TODAY + 1]);
});
