/** A service with two databases and two render Workers: each account is found by what names it, wherever it is. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { EmailConfirmed, Session } from "#contract/account/sign-in.ts";
import { ACCOUNT_METADATA } from "#contract/billing.ts";
import { type JobMessage, rendererOf } from "#contract/job/scheduling.ts";
import { JobCreated, JobView } from "#contract/job/view.ts";
import { chooseShard, claimAddress, findInAll } from "#store/accounts/addresses.ts";
import type { Db } from "#store/db.ts";
import { claim, complete } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { newNamedKey, newPublicKey } from "#store/keys/api-key-format.ts";
import { accounts, addressClaims, mails, publicKeys } from "#store/schema.ts";
import { newId, shardOfId } from "#store/secrets/ids.ts";
import { newToken, shardOfToken } from "#store/secrets/tokens.ts";
import { openDbs } from "#store/shards.ts";
import { addAccount, addJob } from "#store/test-account.ts";
import { withTwoDatabases } from "#store/test-second-database.ts";
import { app } from "./app.ts";
import { stripe } from "./billing/test-buyer.ts";
import { fileLink } from "./files/link.ts";
import { deliver } from "./mail/deliver.ts";
import { sweep } from "./sweep/index.ts";
import { newClientAddress, ORIGIN } from "./test-caller.ts";
import { newEmail, PASSWORD } from "./test-session.ts";
import { signJobToken } from "./widget/token.ts";

const ADMIN_SECRET = "operator ".repeat(8);
const DAY_MS = 86_400_000;
const SHARDS = [0, 1] as const;

/** Mails so far, by recipient: subject and token of the link. */
const sent: { to: string; subject: string; token: string }[] = [];
/** Jobs by render Worker. */
const queued: JobMessage[][] = [[], []];

const queueOf = (renderer: number) => ({
  send: async (job: JobMessage) => void queued[renderer]?.push(job),
  sendBatch: async (batch: { body: JobMessage }[]) =>
    void queued[renderer]?.push(...batch.map((one) => one.body)),
});

const two: Env = withTwoDatabases(env, {
  ADMIN_SECRET,
  JOBS: queueOf(0),
  JOBS_1: queueOf(1),
  SCHEDULER_1: env.SCHEDULER,
  // Delivers at once.
  MAILS: { send: ({ mailId }: { mailId: string }) => deliver(two, mailId, Date.now()) },
  EMAIL: {
    send: async ({ to, subject, text }: { to: string; subject: string; text: string }) => {
      sent.push({ to, subject, token: /#token=(\w+)/.exec(text)?.[1] ?? "" });
    },
  },
});
const dbs = openDbs(two);
const dbOf = (shard: number): Db => dbs[shard] ?? dbs[0];
const weighted = (weights: string): Env => Object.create(two, { DATABASE_WEIGHTS: { value: weights } });

interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  bindings?: Env;
}

async function send(method: string, path: string, { body, headers = {}, bindings = two }: Options = {}) {
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: { "cf-connecting-ip": newClientAddress(), "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const response = await app.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return response;
}

async function read<Schema extends z.ZodType>(schema: Schema, response: Response): Promise<z.output<Schema>> {
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return schema.parse(JSON.parse(text));
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A new address whose account is made in the database. */
function emailFor(shard: number): string {
  for (;;) {
    const email = newEmail();
    if (chooseShard(email, [], 2) === shard) return email;
  }
}

function mailedToken(to: string, subject: string): string {
  return sent.findLast((mail) => mail.to === to && mail.subject.startsWith(subject))?.token ?? "";
}

const register = (email: string, bindings = two) =>
  send("POST", "/auth/register", { body: { email, password: PASSWORD }, bindings });

/** Number of accounts with the address, in both databases. */
async function accountsOf(email: string): Promise<number> {
  const found = await Promise.all(
    dbs.map((db) => db.select().from(accounts).where(eq(accounts.email, email))),
  );
  return found.flat().length;
}

/** An account that was made through the API, with its session and key. */
async function member(shard: number) {
  const email = emailFor(shard);
  expect((await register(email)).status).toBe(200);
  const token = mailedToken(email, "Verify your email");
  expect(shardOfToken(token)).toBe(shard);
  expect((await send("POST", "/auth/verify", { body: { token } })).status).toBe(200);
  const login = await send("POST", "/auth/login", { body: { email, password: PASSWORD } });
  const session = bearer((await read(Session, login)).token);
  const { api_key } = await read(ApiKeyResponse, await send("GET", "/user/api-key", { headers: session }));
  const accountId = (await findInAll(dbs, email))?.account.id ?? "";
  return { email, session, accountId, key: { "x-api-key": api_key.key } };
}

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
