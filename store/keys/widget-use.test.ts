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

test("a burst of one visitor passes no limit and costs the key no more than it got", async () => {
  const keyId = newId("pub");
  const answers = await Promise.all(Array.from({ length: 8 }, () => click(keyId, "one")));
  expect(answers.filter((answer) => answer === "counted")).toHaveLength(2);
  expect(answers.filter((answer) => answer === "visitor_full")).toHaveLength(6);
  expect(await spentBy(keyId)).toBe(2);
});

test("a crowd passes no limit of the key", async () => {
  const keyId = newId("pub");
  const answers = await Promise.all(Array.from({ length: 8 }, (_, visitor) => click(keyId, `${visitor}`)));
  expect(answers.filter((answer) => answer === "counted")).toHaveLength(5);
  expect(answers.filter((answer) => answer === "key_full")).toHaveLength(3);
});

test("keys are counted apart, and a new day begins at nothing", async () => {
  const keyId = newId("pub");
  for (let i = 0; i < 3; i++) await click(keyId, "one");
  expect(await click(keyId, "one")).toBe("visitor_full");
  expect(await click(newId("pub"), "one")).toBe("counted");
  expect(await click(keyId, "one", TODAY + 1)).toBe("counted");
  expect(await spentBy(keyId)).toBe(1);
});

test("what is given back is the key's alone, on the day it was taken, and somebody else may have it", async () => {
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
