/** What the operator sees and does of accounts: search, refund, ban. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { AdminAccount, AdminFound } from "#contract/admin.ts";
import { ErrorBody, JobView } from "#contract/job/view.ts";
import { PLANS } from "#contract/plans.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { newPublicKey } from "#store/keys/api-key-format.ts";
import { accounts, activities, ledger, operatorActions, overage, publicKeys } from "#store/schema.ts";
import { addAccount, addJob, creditsOf } from "#store/test-account.ts";
import { db, newCaller, sweepAt } from "../test-caller.ts";
import { PASSWORD, call as userCall, verified } from "../test-session.ts";
import { codeOf, operate, signIn } from "./test-operator.ts";

const REASON = "The page printed twice";

async function show(accountId: string): Promise<AdminAccount> {
  const response = await operate("GET", `/accounts/${accountId}`, { headers: await signIn() });
  return AdminAccount.parse(await response.json());
}

async function act(accountId: string, name: string, body: unknown): Promise<Response> {
  return operate("POST", `/accounts/${accountId}/${name}`, { body, headers: await signIn() });
}

async function idOf(email: string): Promise<string> {
  const response = await operate("GET", `/accounts?search=${encodeURIComponent(email)}`, {
    headers: await signIn(),
  });
  return AdminFound.parse(await response.json()).id;
}

test("an account is found by its address, its id, its Stripe customer and its job", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const stripeCustomerId = `cus_${crypto.randomUUID()}`;
  const accountId = await addAccount(db, Date.now(), { email, stripeCustomerId });
  const jobId = await addJob(db, accountId, Date.now(), {
    url: "https://shop.example.com/cart?token=secret",
  });
  const headers = await signIn();
  for (const search of [email.toUpperCase(), accountId, stripeCustomerId, jobId]) {
    const response = await operate("GET", `/accounts?search=${encodeURIComponent(search)}`, { headers });
    expect(AdminFound.parse(await response.json()).id).toBe(accountId);
  }
  expect(await codeOf(await operate("GET", "/accounts?search=none%40example.com", { headers }))).toBe(
    "404 not_found",
  );
  const { account, jobs } = await show(accountId);
  expect(account).toMatchObject({ email, state: "active", credits_used: 1, plan: "free" });
  expect(jobs).toMatchObject([{ id: jobId, host: "shop.example.com", status: "pending" }]);
  expect(JSON.stringify(jobs)).not.toContain("cart");
});

test("a refund changes credits and ledger by the same number, once per key, and is in both lists", async () => {
  const accountId = await addAccount(db, Date.now(), { creditsUsed: 10 });
  const key = crypto.randomUUID();
  const body = { credits: 4, reason: REASON, key };
  const responses = await Promise.all([0, 1, 2].map(() => act(accountId, "refunds", body)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await creditsOf(db, accountId)).toEqual({ used: 6, ledger: 6 });
  const { account, actions } = await show(accountId);
  expect(account.credits_used).toBe(6);
  expect(actions).toMatchObject([{ kind: "refund", credits: 4, reason: REASON }]);
  const acts = await db.select().from(activities).where(eq(activities.accountId, accountId));
  expect(acts).toMatchObject([{ kind: "credits_refunded", detail: "4" }]);

  expect(await codeOf(await act(accountId, "refunds", { ...body, credits: 5 }))).toBe(
    "409 idempotency_conflict",
  );
  const more = await act(accountId, "refunds", { ...body, credits: 7, key: crypto.randomUUID() });
  expect(ErrorBody.parse(await more.json()).details).toEqual([
    { path: "credits", message: "The account has used 6 credits in this period" },
  ]);
  expect(await creditsOf(db, accountId)).toEqual({ used: 6, ledger: 6 });
});

test("of several refunds at the same time, none takes more than what was used", async () => {
  const accountId = await addAccount(db, Date.now(), { creditsUsed: 5 });
  const refunds = Array.from({ length: 4 }, () =>
    act(accountId, "refunds", { credits: 2, reason: REASON, key: crypto.randomUUID() }),
  );
  const statuses = (await Promise.all(refunds)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 400, 400]);
  expect(await creditsOf(db, accountId)).toEqual({ used: 1, ledger: 1 });
});

test("a refund of overage credits leaves only those to pay that Stripe has", async () => {
  const limit = PLANS.pro.creditsPerMonth;
  const now = Date.now();
  const accountId = await addAccount(db, now, { tier: "pro", creditsUsed: limit, overageEnabled: true });
  const ids = [await addJob(db, accountId, now), await addJob(db, accountId, now + 1)];
  await addJob(db, accountId, now + 2);
  await db
    .update(overage)
    .set({ sendingAt: now })
    .where(eq(overage.jobId, ids[0] ?? ""));
  await act(accountId, "refunds", { credits: 2, reason: REASON, key: crypto.randomUUID() });
  const left = await db.select().from(overage).where(eq(overage.accountId, accountId));
  expect(left.map(({ jobId }) => jobId)).toEqual([ids[0]]);
  expect((await creditsOf(db, accountId)).used).toBe(limit + 1);
});

test("a refund needs a reason, a key and a positive number", async () => {
  const accountId = await addAccount(db, Date.now(), { creditsUsed: 5 });
  const body = { credits: 1, reason: REASON, key: crypto.randomUUID() };
  for (const wrong of [
    { credits: 0 },
    { credits: -1 },
    { credits: 1.5 },
    { reason: " " },
    { key: "k" },
    { x: 1 },
  ]) {
    expect(await codeOf(await act(accountId, "refunds", { ...body, ...wrong }))).toBe("400 invalid_request");
  }
  expect(await db.select().from(operatorActions).where(eq(operatorActions.accountId, accountId))).toEqual([]);
});

test("a banned account has no access by key, session or button until it is unbanned", async () => {
  const caller = await newCaller();
  const { accountId } = caller;
  const jobId = z
    .object({ jobId: z.string() })
    .parse(
      await (await caller.call("POST", "/jobs", { body: { url: "https://example.com/" } })).json(),
    ).jobId;
  const key = newPublicKey();
  await db.insert(publicKeys).values({
    id: `pub_${key}`,
    accountId,
    key,
    name: "n",
    authorizedDomains: ["shop.example.com"],
    createdAt: Date.now(),
  });
  const click = () =>
    userCall("POST", `/widget/${key}/jobs`, {
      body: { url: "https://shop.example.com/" },
      headers: { origin: "https://shop.example.com" },
    });
  expect((await click()).status).toBe(202);
  expect((await act(accountId, "ban", { reason: "Sends spam" })).status).toBe(200);
  for (const [method, path, body] of [
    ["GET", `/jobs/${jobId}`, undefined],
    ["GET", "/jobs", undefined],
    ["POST", "/jobs", { url: "https://example.com/" }],
    ["DELETE", `/jobs/${jobId}`, undefined],
  ] as const) {
    const options = body === undefined ? {} : { body };
    expect(await codeOf(await caller.call(method, path, options))).toBe("403 account_banned");
  }
  expect(await codeOf(await click())).toBe("401 public_key_invalid");
  // The waiting job has ended, and its credit is refunded.
  expect((await readLinkedJob(db, jobId))?.status).toBe("canceled");
  expect(await creditsOf(db, accountId)).toEqual({ used: 0, ledger: 0 });
  expect((await show(accountId)).account.state).toBe("banned");

  await act(accountId, "ban", { reason: "A second time" });
  expect((await act(accountId, "unban", { reason: "A mistake" })).status).toBe(200);
  expect(JobView.parse(await (await caller.call("GET", `/jobs/${jobId}`)).json()).status).toBe("canceled");
  expect((await caller.call("POST", "/jobs", { body: { url: "https://example.com/" } })).status).toBe(202);
  const { actions } = await show(accountId);
  expect(actions.map(({ kind, reason }) => `${kind}: ${reason}`).sort()).toEqual([
    "ban: Sends spam",
    "unban: A mistake",
  ]);
});

test("a banned user is signed out, and a new sign-in says why", async () => {
  const { token, email } = await verified();
  const account = await idOf(email);
  await act(account, "ban", { reason: "Sends spam" });
  expect(await codeOf(await userCall("GET", "/user/profile", { token }))).toBe("401 session_required");
  const body = { email, password: PASSWORD };
  expect(await codeOf(await userCall("POST", "/auth/login", { body }))).toBe("403 account_banned");
  await act(account, "unban", { reason: "A mistake" });
  expect((await userCall("POST", "/auth/login", { body })).status).toBe(200);
});

test("the sweep cancels jobs that a ban has left", async () => {
  const now = Date.now();
  const accountId = await addAccount(db, now, { tier: "pro" });
  const jobId = await addJob(db, accountId, now);
  await db.update(accounts).set({ bannedAt: now }).where(eq(accounts.id, accountId));
  await sweepAt(now + 1_000);
  expect((await readLinkedJob(db, jobId))?.status).toBe("canceled");
  const rows = await db.select().from(ledger).where(eq(ledger.accountId, accountId));
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});
