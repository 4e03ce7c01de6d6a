import { env } from "cloudflare:workers";
import { eq, getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { EXPORT_PARTS, NOT_EXPORTED } from "#store/accounts/export.ts";
import { newApiKey } from "#store/keys/api-key-format.ts";
import * as schema from "#store/schema.ts";
import { addJob } from "#store/test-account.ts";
import { db } from "../test-caller.ts";
import { call, PASSWORD, read, refusal, signedIn, verified } from "../test-session.ts";

const Exported = z.record(z.string(), z.union([z.string(), z.array(z.looseObject({}))]));

const TABLES = Object.values(schema).flatMap((value): SQLiteTable[] =>
  is(value, SQLiteTable) ? [value] : [],
);

test("every table is in the export, or is left out for a reason", () => {
  const known = [...EXPORT_PARTS.map(({ table }) => getTableName(table)), ...Object.keys(NOT_EXPORTED)];
  expect(known.toSorted()).toEqual(TABLES.map((table) => getTableName(table)).toSorted());
  for (const table of TABLES) {
    const { name, columns } = getTableConfig(table);
    if (columns.some((column) => column.name === "account_id")) expect(NOT_EXPORTED).not.toHaveProperty(name);
  }
});

test("no credential and no hash is exported", () => {
  for (const { table, without, json } of EXPORT_PARTS) {
    const names = getTableConfig(table).columns.map(({ name }) => name);
    const secret = names.filter((name) =>
      /hash|sealed|secret|token|payload|credential|challenge|lease$/.test(name),
    );
    expect(without.toSorted(), getTableName(table)).toEqual(secret.toSorted());
    expect(names).toEqual(expect.arrayContaining([...json]));
  }
});

test("the export has what the account has, and nothing of another one", async () => {
  const { email, token } = await verified();
  const [account] = await db.select().from(schema.accounts).where(eq(schema.accounts.email, email));
  if (!account) throw new Error("no account");
  const { key, row } = await newApiKey(env.SEALING_KEY);
  const added = { ...row, accountId: account.id, createdAt: 1, revokedAt: 2 };
  await db.insert(schema.apiKeys).values(added);
  const body = { name: "Key", authorized_domains: ["example.com"] };
  await call("POST", "/public-keys", { token, body });
  const jobId = await addJob(db, account.id, Date.now(), { secrets: "sealed secrets" });
  const other = await signedIn();
  await addJob(db, other.accountId, Date.now());

  const response = await call("GET", "/user/export", { token });
  expect(response.headers.get("content-disposition")).toContain("attachment");
  const text = await response.text();
  const data = Exported.parse(JSON.parse(text));
  expect(data).toMatchObject({
    accounts: [{ id: account.id, email, overage_enabled: false }],
    sessions: [{ user_agent: expect.any(String) }],
    activities: [{ kind: "signed_in" }, { kind: "public_key_created" }, { kind: "data_exported" }],
    public_keys: [{ name: "Key", authorized_domains: ["example.com"] }],
    mails: [{ template: "verify", recipient: email }],
    ledger: [{ kind: "debit", reference: jobId }],
    jobs: [{ id: jobId, options: { outputType: "pdf" }, warnings: [] }],
    subscriptions: [],
  });
  expect(data.api_keys).toHaveLength(2);
  for (const secret of [key, row.sealed, row.hash, "sealed secrets", token, "scrypt$", other.accountId]) {
    expect(text).not.toContain(secret);
  }
});

test("an export of more rows and bytes than one statement reads has each row once", async () => {
  const { accountId, token } = await signedIn();
  const now = Date.now();
  const id = await addJob(db, accountId, now);
  const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)";
  await env.DB.batch([
    env.DB.prepare("delete from ledger where account_id = ?").bind(accountId),
    env.DB.prepare(
      `insert into ledger (account_id, kind, reference, amount, created_at) ${numbers} select ?, 'debit', i, 1, ? from n`,
    ).bind(2_500, accountId, now),
    env.DB.prepare("update jobs set options = json_object('css', hex(zeroblob(700000))) where id = ?").bind(
      id,
    ),
  ]);
  const columns = getTableConfig(schema.jobs)
    .columns.map(({ name }) => name)
    .filter((name) => name !== "id");
  await env.DB.prepare(
    `insert into jobs (id, ${columns.join()}) ${numbers} select id || i, ${columns.join()} from jobs, n where id = ?`,
  )
    .bind(5, id)
    .run();
  const response = await call("GET", "/user/export", { token });
  const { ledger, jobs } = Exported.parse(await response.json());
  const references = z.array(z.looseObject({ reference: z.string() })).parse(ledger);
  expect(new Set(references.map(({ reference }) => reference)).size).toBe(2_500);
  expect(references).toHaveLength(2_500);
  const ids = z.array(z.looseObject({ id: z.string() })).parse(jobs);
  expect(ids.map((exported) => exported.id)).toEqual([id, ...[1, 2, 3, 4, 5].map((i) => id + i)]);
});

test("an older session exports only after its password is confirmed", async () => {
  const { email, token } = await verified();
  const [account] = await db.select().from(schema.accounts).where(eq(schema.accounts.email, email));
  await db
    .update(schema.sessions)
    .set({ signedInAt: 0 })
    .where(eq(schema.sessions.accountId, account?.id ?? ""));
  const refused = await refusal("GET", "/user/export", { token });
  expect(refused).toMatchObject({ status: 403, body: { code: "reauthentication_required" } });
  await call("POST", "/auth/confirm-password", { token, body: { password: PASSWORD } });
  await read(Exported, "GET", "/user/export", { token });
});
