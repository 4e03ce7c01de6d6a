/** A service with two databases and two render Workers: each account is found by what names it, wherever it is. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { rendererOf } from "#contract/job/scheduling.ts";
import { JobCreated, JobView } from "#contract/job/view.ts";
import { ACCOUNT_METADATA } from "#contract/stripe.ts";
import type { Db } from "#store/db.ts";
import { claim, complete } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { newNamedKey, newPublicKey } from "#store/keys/api-key-format.ts";
import { accounts, mails, publicKeys } from "#store/schema.ts";
import { newId, shardOfId } from "#store/secrets/ids.ts";
import { newToken } from "#store/secrets/tokens.ts";
import { addAccount, addJob } from "#store/test-account.ts";
import { stripe } from "./billing/test-buyer.ts";
import { fileLink } from "./files/link.ts";
import { sweep } from "./sweep/index.ts";
import { ORIGIN } from "./test-caller.ts";
import { PASSWORD } from "./test-session.ts";
import {
  ADMIN_SECRET,
  accountsOf,
  bearer,
  dbs,
  mailedToken,
  member,
  queued,
  read,
  SHARDS,
  send,
  two,
} from "./test-shards.ts";
import { signJobToken } from "./widget/token.ts";

const DAY_MS = 86_400_000;

const dbOf = (shard: number): Db => dbs[shard] ?? dbs[0];

/** A completed job with a file, and its id. */
async function rendered(shard: number, accountId: string): Promise<string> {
  const db = dbOf(shard);
  const now = Date.now();
  const id = await addJob(db, accountId, now);
  const job = await claim(db, id, now, 60_000);
  if (!job) throw new Error("not pending");
  await env.RESULTS.put(resultKey(job), "%PDF");
  await complete(
    db,
    job,
    now,
    { type: "pdf", bytes: 4, pages: 1, truncated: false, filename: "a.pdf" },
    [],
    {},
  );
  return id;
}

beforeEach(() => {
  for (const queue of queued) queue.length = 0;
});

test.each(SHARDS)(
  "an account of database %i registers, signs in and makes jobs, all in that database",
  async (shard) => {
    const { email, session, accountId, key } = await member(shard);
    expect(shardOfId(accountId)).toBe(shard);
    expect(
      (
        await dbOf(1 - shard)
          .select()
          .from(mails)
          .where(eq(mails.recipient, email))
      ).length,
    ).toBe(0);

    const { jobId } = await read(
      JobCreated,
      await send("POST", "/jobs", { headers: key, body: { url: "https://example.com/" } }),
    );
    expect(shardOfId(jobId)).toBe(shard);
    expect(queued[rendererOf(accountId, 2)]).toMatchObject([{ jobId, accountId }]);
    expect(queued[1 - rendererOf(accountId, 2)]).toEqual([]);
    for (const headers of [key, session]) {
      expect(await read(JobView, await send("GET", `/jobs/${jobId}`, { headers }))).toMatchObject({ jobId });
    }
    expect((await send("DELETE", `/jobs/${jobId}`, { headers: key })).status).toBe(200);

    const fileId = await rendered(shard, accountId);
    const link = await fileLink(two, fileId, 60);
    expect(await (await send("GET", link.slice(`${ORIGIN}/api/v1`.length))).text()).toBe("%PDF");

    await send("POST", "/auth/magic-link", { body: { email } });
    const token = mailedToken(email, "Your sign-in link");
    expect((await send("POST", "/auth/magic-link/consume", { body: { token } })).status).toBe(200);

    const exported = await send("GET", "/user/export", { headers: session });
    expect(await exported.json()).toMatchObject({ accounts: [{ id: accountId }] });
    expect((await send("DELETE", "/user/account", { headers: session })).status).toBe(204);
    expect(await accountsOf(email)).toBe(0);
    expect((await send("GET", `/jobs/${fileId}`, { headers: key })).status).toBe(401);
  },
);

test.each(SHARDS)("a button of database %i makes a job that its token reads", async (shard) => {
  const db = dbOf(shard);
  const accountId = await addAccount(db, Date.now());
  const key = newPublicKey(shard);
  await db.insert(publicKeys).values({
    id: newId("pub"),
    accountId,
    name: "Shop",
    key,
    authorizedDomains: ["www.example.com"],
    createdAt: Date.now(),
  });
  const headers = { origin: "https://www.example.com" };
  const made = await send("POST", `/widget/${key}/jobs`, {
    headers,
    body: { url: "https://www.example.com/" },
  });
  const { jobId, token = "" } = await read(JobCreated, made);
  expect(shardOfId(jobId)).toBe(shard);
  const view = await send("GET", `/widget/jobs/${jobId}`, { headers: { ...headers, ...bearer(token) } });
  expect(await read(JobView, view)).toMatchObject({ jobId, status: "pending" });
});

test("what names a database that does not exist is unknown, not an error of ours", async () => {
  const jobId = newId("job", 9);
  const widgetToken = await signJobToken(two, jobId, "https://www.example.com");
  const { key } = newNamedKey("live", 9);
  const { token } = newToken(9);
  const link = (await fileLink(two, jobId, 60)).slice(`${ORIGIN}/api/v1`.length);
  const origin = { origin: "https://www.example.com" };
  const url = "https://www.example.com/";
  const password = PASSWORD;
  expect(
    await Promise.all(
      [
        send("GET", "/jobs", { headers: { "x-api-key": key } }),
        send("GET", "/jobs", { headers: bearer(token) }),
        send("GET", "/user/profile", { headers: bearer(token) }),
        send("POST", `/widget/${newPublicKey(9)}/jobs`, { headers: origin, body: { url } }),
        send("GET", `/widget/jobs/${jobId}`, { headers: { ...origin, ...bearer(widgetToken) } }),
        send("GET", link),
        send("POST", "/auth/verify", { body: { token } }),
        send("POST", "/auth/magic-link/consume", { body: { token } }),
        send("POST", "/auth/reset-password", { body: { token, password } }),
        send("POST", "/auth/confirm-email", { body: { token } }),
        send("POST", "/auth/second-factor", { body: { token, code: "123456" } }),
      ].map(async (response) => (await response).status),
    ),
  ).toEqual([401, 401, 401, 401, 404, 404, 401, 401, 401, 401, 401]);
});

test("a key of one database does not read the job of another", async () => {
  const [one, other] = [await member(0), await member(1)];
  const jobId = await rendered(1, other.accountId);
  expect((await send("GET", `/jobs/${jobId}`, { headers: one.key })).status).toBe(404);
  expect((await send("GET", `/files/${jobId}`, { headers: one.key })).status).toBe(404);
});

test("the sweep looks after both databases, and each one's files are its own", async () => {
  const now = Date.now();
  const made = await Promise.all(
    SHARDS.map(async (shard) => {
      const accountId = await addAccount(dbOf(shard), now, { tier: "pro" });
      const kept = await rendered(shard, accountId);
      const lost = await addJob(dbOf(shard), accountId, now);
      await env.RESULTS.put(`results/${newId("job", shard)}/1`, "orphan");
      return { accountId, kept, lost };
    }),
  );
  await sweep(two, now + DAY_MS + 1_000);
  const ids = queued.flat().map(({ jobId }) => jobId);
  for (const [shard, { accountId, kept, lost }] of made.entries()) {
    expect(ids).toContain(lost);
    expect(queued[rendererOf(accountId, 2)]?.some(({ jobId }) => jobId === lost)).toBe(true);
    expect(await env.RESULTS.head(`results/${kept}/1`), `database ${shard}`).not.toBeNull();
  }
  const { objects } = await env.RESULTS.list({ prefix: "results/" });
  expect(
    await Promise.all(objects.map(async ({ key }) => (await env.RESULTS.get(key))?.text())),
  ).not.toContain("orphan");
});

test("a webhook reaches the account of its customer in each database", async () => {
  for (const shard of SHARDS) {
    const accountId = await addAccount(dbOf(shard), Date.now());
    const customer = await stripe.customers.create({
      email: "a@example.com",
      metadata: { [ACCOUNT_METADATA]: accountId },
    });
    const own = eq(accounts.id, accountId);
    await dbOf(shard).update(accounts).set({ stripeCustomerId: customer.id }).where(own);
    const payload = JSON.stringify({
      id: `evt_shard_${shard}`,
      object: "event",
      created: Math.floor(Date.now() / 1000),
      type: "customer.deleted",
      data: { object: customer },
    });
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: env.STRIPE_WEBHOOK_SECRET,
    });
    const headers = { "Stripe-Signature": signature };
    expect((await send("POST", "/stripe/webhook", { body: payload, headers })).status).toBe(200);
    const [row] = await dbOf(shard).select().from(accounts).where(own);
    expect(row?.stripeCustomerId).toBeNull();
  }
});

test("the operator finds and bans accounts of each database", async () => {
  const signIn = await send("POST", "/admin/session", {
    body: { secret: ADMIN_SECRET },
    headers: { origin: ORIGIN },
  });
  const cookie = signIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const headers = { cookie, origin: ORIGIN };
  for (const shard of SHARDS) {
    const { email, accountId } = await member(shard);
    for (const search of [email, accountId]) {
      const found = await send("GET", `/admin/accounts?search=${encodeURIComponent(search)}`, { headers });
      expect(await found.json()).toEqual({ id: accountId });
    }
    const reason = "Spam from this account";
    const banned = await send("POST", `/admin/accounts/${accountId}/ban`, { headers, body: { reason } });
    expect(await banned.json()).toMatchObject({ account: { state: "banned" }, actions: [{ reason }] });
  }
  const overview = await send("GET", "/admin/overview", { headers });
  const { actions } = z
    .object({ actions: z.array(z.object({ account_id: z.string() })) })
    .parse(await overview.json());
  expect(new Set(actions.map(({ account_id }) => shardOfId(account_id)))).toEqual(new Set(SHARDS));
  expect((await send("GET", `/admin/accounts/${newId("acc", 9)}`, { headers })).status).toBe(404);
});
