import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDb } from "./db.ts";
import { insertFrom } from "./insert-from.ts";
import { publicKeys } from "./schema.ts";

const db = openDb(env.DB);

test("an insert from a select writes values to columns by name, and defaults to the other columns", async () => {
  const values = {
    createdAt: 5,
    authorizedDomains: ["a.example"],
    name: "n",
    key: "k",
    accountId: sql`'acc'`,
  };
  await insertFrom(db, publicKeys, { ...values, id: "pub_named" }, sql`where 1 = 1`);
  expect(await db.select().from(publicKeys).where(eq(publicKeys.id, "pub_named"))).toEqual([
    {
      ...values,
      id: "pub_named",
      accountId: "acc",
      restrictTargets: true,
      overageEnabled: false,
      dailyLimit: null,
      dailyVisitorLimit: null,
      lastUsedAt: null,
    },
  ]);
});
