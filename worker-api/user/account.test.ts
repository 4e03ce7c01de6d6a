import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ProfileResponse } from "#contract/account/profile.ts";
import { Message, Session } from "#contract/account/sign-in.ts";
import { LIMITS } from "#contract/limits.ts";
import { claim, complete } from "#store/jobs/jobs.ts";
import { resultKey, thumbnailKey } from "#store/jobs/results.ts";
import { newApiKey } from "#store/keys/api-key-format.ts";
import { accounts, apiKeys, billingNotes, jobs, ledger, mails, publicKeys, sessions } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { addJob } from "#store/test-account.ts";
import { control, newBuyer, stripe } from "../billing/test-buyer.ts";
import { db, sweepAt } from "../test-caller.ts";
import {
  call,
  mailedLink,
  PASSWORD,
  read,
  refusal,
  registered,
  sentTo,
  sessionOf,
  signedIn,
  tokenOf,
} from "../test-session.ts";
import { finishDeletion } from "./deletion.ts";

/** A signed-in account with a private key, a public key, and a finished job whose result is stored. */
async function busyAccount() {
  const user = await signedIn();
  const { accountId, token } = user;
  const { key, row } = await newApiKey(env.SEALING_KEY);
  await db.insert(apiKeys).values({ ...row, accountId, createdAt: Date.now() });
  const body = { name: "Key", authorized_domains: ["example.com"] };
  await call("POST", "/public-keys", { token, body });
  const jobId = await addJob(db, accountId, Date.now());
  await db.update(jobs).set({ status: "completed", attempts: 1 }).where(eq(jobs.id, jobId));
  const stored = resultKey({ id: jobId, attempts: 1 });
  await env.RESULTS.put(stored, "result");
  return { ...user, key, jobId, stored };
}

async function rowsOf(accountId: string): Promise<number> {
  const tables = [sessions, apiKeys, publicKeys, jobs, ledger, mails];
  const found = await Promise.all(tables.map((table) => db.$count(table, eq(table.accountId, accountId))));
  return found.reduce((sum, count) => sum + count, await db.$count(accounts, eq(accounts.id, accountId)));
}

test("a deleted account cannot be used, leaves no row and no result, and its address is free", async () => {
  const { accountId, email, token, key, stored } = await busyAccount();
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);

  expect((await call("GET", "/user/profile", { token })).status).toBe(401);
  expect((await call("GET", "/jobs", { headers: { "x-api-key": key } })).status).toBe(401);
  expect(await rowsOf(accountId)).toBe(0);
  expect(await env.RESULTS.head(stored)).toBeNull();

  await expect.poll(() => sentTo(email)).toContain("Your account was deleted");
  await expect.poll(() => db.$count(mails, eq(mails.recipient, email))).toBe(0);
  await read(Message, "POST", "/auth/register", { body: { email, password: PASSWORD } });
  await mailedLink(email, "Verify your email");
});

/** Makes the sign-in of every session of the account too old to delete it. */
async function ageSignIn(accountId: string): Promise<void> {
  const signedInAt = Date.now() - LIMITS.freshSignInMinutes * 60_000;
  await db.update(sessions).set({ signedInAt }).where(eq(sessions.accountId, accountId));
}

test("an older session deletes the account only after its password is confirmed", async () => {
  const { token } = await registered();
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  await ageSignIn(profile.id);
  const refused = await refusal("DELETE", "/user/account", { token });
  expect(refused).toMatchObject({ status: 403, body: { code: "reauthentication_required" } });
  const wrong = await refusal("POST", "/auth/confirm-password", { token, body: { password: "wrong" } });
  expect(wrong.body.code).toBe("wrong_password");
  expect((await refusal("DELETE", "/user/account", { token })).status).toBe(403);

  const other = await sessionOf(profile.id);
  await ageSignIn(profile.id);
  const body = { password: PASSWORD };
  expect((await call("POST", "/auth/confirm-password", { token, body })).status).toBe(204);
  const elsewhere = await refusal("DELETE", "/user/account", { token: other });
  expect(elsewhere.body.code, "only this session is confirmed").toBe("reauthentication_required");
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
});

test("an account without a password is deleted after a fresh magic link", async () => {
  const { accountId, email, token } = await signedIn();
  await ageSignIn(accountId);
  const body = { password: PASSWORD };
  expect((await refusal("POST", "/auth/confirm-password", { token, body })).body.code).toBe("wrong_password");
  expect((await refusal("DELETE", "/user/account", { token })).status).toBe(403);
  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  const link = { token: tokenOf(await mailedLink(email, "Your sign-in link")) };
  const fresh = await read(Session, "POST", "/auth/magic-link/consume", { body: link });
  expect((await call("DELETE", "/user/account", { token: fresh.token })).status).toBe(204);
});

test("two deletions at once delete the account once and send one mail", async () => {
  const { accountId, email, token } = await busyAccount();
  const responses = await Promise.all([
    call("DELETE", "/user/account", { token }),
    call("DELETE", "/user/account", { token }),
  ]);
  expect(responses.map((response) => response.status)).toContain(204);
  expect(await rowsOf(accountId)).toBe(0);
  await expect.poll(() => sentTo(email)).toEqual(["Your account was deleted"]);
  await expect.poll(() => db.$count(mails, eq(mails.recipient, email))).toBe(0);
});

test("the rows that invoices refer to stay, without the address", async () => {
  const { accountId, email, token } = await busyAccount();
  await db
    .insert(billingNotes)
    .values({ accountId, reference: newId("acc"), kind: "refund", amountCents: 900, createdAt: Date.now() });
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  expect(account).toMatchObject({ email: accountId, passwordHash: null });
  expect(account?.deletedAt).not.toBeNull();
  expect(JSON.stringify(account)).not.toContain(email);
  expect(await db.$count(ledger, eq(ledger.accountId, accountId))).toBe(1);
  expect(await db.$count(jobs, eq(jobs.accountId, accountId))).toBe(0);
});

test("the subscription of a deleted account is canceled at once", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const token = await sessionOf(buyer.accountId);
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
  expect((await buyer.subscription()).status).toBe("canceled");
  const { email, deletedAt } = await buyer.account();
  expect(email).toBe(buyer.accountId);
  expect(deletedAt).not.toBeNull();
});

test("while Stripe is unavailable the account is closed anyway, and the sweep cancels later", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const token = await sessionOf(buyer.accountId);
  await control("fail", { match: await buyer.customer(), times: 3 });
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
  expect((await call("GET", "/user/profile", { token })).status).toBe(401);
  expect(await buyer.account()).toMatchObject({ email: buyer.accountId, deletedAt: null });

  await sweepAt(Date.now());
  expect((await buyer.subscription()).status).toBe("canceled");
  expect((await buyer.account()).deletedAt).not.toBeNull();
});

test("after a crash between D1 and Stripe, the sweep removes the address from Stripe's customer", async () => {
  const buyer = await newBuyer();
  await buyer.subscribe("starter");
  const { email } = await buyer.account();
  const [id, token] = [await buyer.customer(), await sessionOf(buyer.accountId)];
  const customer = () => stripe.customers.retrieve(id);
  // The cancellation works, the change of the customer does not.
  await control("fail", { match: `/v1/customers/${id}`, times: 3 });
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
  expect(await buyer.account()).toMatchObject({ email: buyer.accountId, deletedAt: null });
  expect(await customer()).toMatchObject({ email });

  await sweepAt(Date.now());
  expect(await customer()).toMatchObject({ email: null, metadata: {} });
  expect((await buyer.account()).deletedAt).not.toBeNull();
});

test("a deletion waits for a job that is being rendered, and the sweep deletes the rest", async () => {
  const { accountId, token } = await signedIn();
  const jobId = await addJob(db, accountId, Date.now());
  await claim(db, jobId, Date.now(), 600_000);
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
  expect((await call("GET", "/user/profile", { token })).status).toBe(401);
  await sweepAt(Date.now());
  expect(await db.$count(accounts, eq(accounts.id, accountId))).toBe(1);

  const stored = resultKey({ id: jobId, attempts: 1 });
  await env.RESULTS.put(stored, "result");
  await db.update(jobs).set({ status: "completed" }).where(eq(jobs.id, jobId));
  await sweepAt(Date.now());
  expect(await rowsOf(accountId)).toBe(0);
  expect(await env.RESULTS.head(stored)).toBeNull();
});

test("a job that is rendered while the account's files are deleted leaves no file", async () => {
  const { accountId, token } = await signedIn();
  const jobId = await addJob(db, accountId, Date.now());
  await claim(db, jobId, Date.now(), 600_000);
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
  await db.update(jobs).set({ status: "pending", lease: null }).where(eq(jobs.id, jobId));
  /** A whole attempt runs after the deletion has selected the job and deleted its files. */
  const render = async () => {
    const job = await claim(db, jobId, Date.now(), 600_000);
    if (!job) return;
    await env.RESULTS.put(resultKey(job), "result");
    await env.RESULTS.put(thumbnailKey(job), "small");
    const result = { type: "pdf", bytes: 6, pages: 1, truncated: false, filename: "a.pdf" } as const;
    await complete(db, job, Date.now(), result, [], {});
  };
  const slowBucket = {
    async delete(keys: string[]) {
      await env.RESULTS.delete(keys);
      await render();
    },
  };
  await finishDeletion(Object.create(env, { RESULTS: { value: slowBucket } }), accountId, Date.now());
  expect((await env.RESULTS.list({ prefix: `results/${jobId}/` })).objects).toEqual([]);
  expect(await rowsOf(accountId)).toBe(0);
});
