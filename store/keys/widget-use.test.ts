import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDb } from "../db.ts";
import { widgetUse } from "../schema.ts";
import { newId } from "../secrets/ids.ts";
import { type Click, countClick, refundClick } from "./widget-use.ts";

const db = openDb(env.DB);
const TODAY = 20_000;
const LIMITS = { visitor: 2, key: 5 };

function click(keyId: string, visitor: string, day = TODAY): Promise<string> {
  return countClick(db, { keyId, visitor, day } satisfies Click, LIMITS);
}

async function spentBy(keyId: string): Promise<number | undefined> {
  const [row] = await db
    .select()
    .from(widgetUse)
    .where(and(eq(widgetUse.keyId, keyId), eq(widgetUse.visitor, "")));
  return row?.jobs;
}

test("a burst of one visitor stays within its limit and counts for the key only as allowed", async () => {
  const keyId = newId("pub");
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => click(keyId, "one")));
  expect(outcomes.filter((outcome) => outcome === "counted")).toHaveLength(2);
  expect(outcomes.filter((outcome) => outcome === "visitor_full")).toHaveLength(6);
  expect(await spentBy(keyId)).toBe(2);
});

test("many visitors at once stay within the key's limit", async () => {
  const keyId = newId("pub");
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, visitor) => click(keyId, `${visitor}`)));
  expect(outcomes.filter((outcome) => outcome === "counted")).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === "key_full")).toHaveLength(3);
});

test("each key has its own count, and a new day starts at zero", async () => {
  const keyId = newId("pub");
  for (let i = 0; i < 3; i++) await click(keyId, "one");
  expect(await click(keyId, "one")).toBe("visitor_full");
  expect(await click(newId("pub"), "one")).toBe("counted");
  expect(await click(keyId, "one", TODAY + 1)).toBe("counted");
  expect(await spentBy(keyId)).toBe(1);
});

test("a refunded click frees the key's limit of that day, not the visitor's", async () => {
  const keyId = newId("pub");
  for (const visitor of ["one", "one", "two", "two", "three"]) await click(keyId, visitor);
  expect(await click(keyId, "four")).toBe("key_full");
  await refundClick(db, { keyId, visitor: "one", day: TODAY });
  await refundClick(db, { keyId, visitor: "two", day: TODAY - 1 });
  expect(await spentBy(keyId)).toBe(4);
  expect(await click(keyId, "one")).toBe("visitor_full");
  expect(await click(keyId, "five")).toBe("counted");
  expect(await click(keyId, "six")).toBe("key_full");
});
