/** Addresses over two databases: one account each, and where it is made. */
import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { EmailConfirmed } from "#contract/account/sign-in.ts";
import { chooseShard, claimAddress, findInAll } from "#store/accounts/addresses.ts";
import type { Db } from "#store/db.ts";
import { addressClaims, mails } from "#store/schema.ts";
import { sweep } from "./sweep/index.ts";
import { newEmail } from "./test-session.ts";
import {
  accountsOf,
  dbs,
  emailFor,
  mailedToken,
  member,
  read,
  register,
  SHARDS,
  send,
  two,
} from "./test-shards.ts";

const weighted = (weights: string): Env => Object.create(two, { DATABASE_WEIGHTS: { value: weights } });

test("registrations of one address at the same time make one account, whichever database each of them chose", async () => {
  for (const _ of SHARDS) {
    const email = newEmail();
    const choices = ["1 0", "0 1", "1 0", "0 1", "0 1", "1 0"].map(weighted);
    const responses = await Promise.all(choices.map((bindings) => register(email, bindings)));
    expect(responses.map(({ status }) => status)).toEqual(choices.map(() => 200));
    expect(await accountsOf(email)).toBe(1);
  }
});

test("an address that an account uses is not registered again, whatever the weights are and after its claim has ended", async () => {
  for (const weights of ["1 0", "0 1"]) {
    const email = newEmail();
    await register(email, weighted(weights));
    expect((await findInAll(dbs, email))?.db.shard).toBe(weights === "1 0" ? 0 : 1);
    await sweep(two, Date.now() + 2 * 3_600_000, []);
    await dbs[0].delete(addressClaims);
    await Promise.all(["1 0", "0 1"].map((later) => register(email, weighted(later))));
    expect(await accountsOf(email)).toBe(1);
  }
});

test("an instance that still knows one database makes no account of an address that is claimed for another", async () => {
  const email = newEmail();
  await claimAddress(dbs[0], email, 1, Date.now());
  await register(email, Object.create(two, { DB_1: { value: undefined } }));
  expect(await accountsOf(email)).toBe(0);
  await register(email);
  expect((await findInAll(dbs, email))?.db.shard).toBe(1);
});

test("a change to an address that is registered in another database at the same time leaves one account with it", async () => {
  for (const [shard, weights] of [
    [0, "0 1"],
    [1, "1 0"],
  ] as const) {
    const { email, session } = await member(shard);
    const wanted = newEmail();
    await send("POST", "/auth/change-email", { headers: session, body: { email: wanted } });
    const confirm = (to: string, subject: string) =>
      send("POST", "/auth/confirm-email", { body: { token: mailedToken(to, subject) } });
    expect((await confirm(email, "")).status).toBe(200);
    await Promise.all([confirm(wanted, ""), register(wanted, weighted(weights))]);
    expect(await accountsOf(wanted)).toBe(1);
  }
});

test("an account takes a new address in its own database, and its old one can be registered in any", async () => {
  const { email, session } = await member(1);
  const wanted = emailFor(0);
  await send("POST", "/auth/change-email", { headers: session, body: { email: wanted } });
  for (const to of [email, wanted]) {
    await read(
      EmailConfirmed,
      await send("POST", "/auth/confirm-email", { body: { token: mailedToken(to, "") } }),
    );
  }
  expect((await findInAll(dbs, wanted))?.db.shard).toBe(1);
  expect((await register(email, weighted("1 0"))).status).toBe(200);
  expect(await accountsOf(email)).toBe(1);
});

test("a database with weight 0 gets no new accounts, and others their share", () => {
  const emails = Array.from({ length: 2_000 }, newEmail);
  const shares = (weights: number[]) => {
    const shards = emails.map((email) => chooseShard(email, weights, 3));
    return [0, 1, 2].map((shard) => shards.filter((one) => one === shard).length);
  };
  const [first = 0, second = 0, third = 0] = shares([1, 3, 0]);
  expect(third).toBe(0);
  expect(second / first).toBeGreaterThan(2);
  expect(second / first).toBeLessThan(4.5);
  // Spellings of one mailbox share the free credits of a period.
  expect(chooseShard("jo.doe+a@gmail.com", [], 2)).toBe(chooseShard("JoDoe@googlemail.com", [], 2));
});

test("mails that anyone can request are paused for all addresses together", async () => {
  const known = await member(1);
  const at = Date.now() - 1_000;
  const stored = Math.ceil(Number(env.MAILS_PER_HOUR) / 2);
  const insert = (db: Db) =>
    db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${stored})
      insert into mails (id, recipient, template, payload, requested, created_at, sent_at)
      select 'mail_hour_' || i, 'hour@example.com', 'no_account', '', 1, ${at}, ${at} from n`);
  try {
    await Promise.all(dbs.map(insert));
    for (const email of [known.email, emailFor(0), emailFor(1)]) {
      expect((await send("POST", "/auth/magic-link", { body: { email } })).status).toBe(503);
    }
  } finally {
    for (const db of dbs) await db.delete(mails).where(eq(mails.recipient, "hour@example.com"));
  }
});
