/// <reference path="../../store/provided-context.d.ts" />
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { z } from "zod";
import { AdminAccount, AdminFound, AdminOverview } from "#contract/admin.ts";
import { ErrorBody, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { newPublicKey } from "#store/keys/api-key-format.ts";
import { accounts, activities, ledger, operatorActions, overage, publicKeys } from "#store/schema.ts";
import { addAccount, addJob, creditsOf } from "#store/test-account.ts";
import { app } from "../app.ts";
import { db, newCaller, newClientAddress, ORIGIN, sweepAt } from "../test-caller.ts";
import { PASSWORD, call as userCall, verified } from "../test-session.ts";

const SECRET = "operator-secret-of-more-than-32-characters";
const REASON = "The page printed twice";

interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  settings?: Record<string, string>;
}

/** Sends a request under /api/v1/admin to a service with the operator's secret. */
async function operate(method: string, path: string, { body, headers, settings }: Options = {}) {
  const changed = Object.entries({ ADMIN_SECRET: SECRET, ...settings }).map(([name, value]) => [
    name,
    { value },
  ]);
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}/api/v1/admin${path}`, {
    method,
    headers: { "content-type": "application/json", "cf-connecting-ip": newClientAddress(), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await app.fetch(request, Object.create(env, Object.fromEntries(changed)), context);
  await waitOnExecutionContext(context);
  return response;
}

/** The cookie of a new session. */
async function signIn(settings: Record<string, string> = {}): Promise<{ cookie: string }> {
  const secret = settings.ADMIN_SECRET ?? SECRET;
  const response = await operate("POST", "/session", { body: { secret }, settings });
  expect(response.status).toBe(204);
  return { cookie: response.headers.get("set-cookie")?.split(";", 1).join() ?? "" };
}

async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${ErrorBody.parse(await response.json()).code}`;
}

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

const ROUTES = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))]
  .filter((route) => /^(?!ALL)\w+ \/api\/v1\/admin\/\w/.test(route))
  .map((route) => {
    const [method = "", path = ""] = route.split(" /api/v1/admin");
    return { route, method, path: path.replace(":id", "acc_none") };
  });
const GUARDED = ROUTES.filter(({ path }) => path !== "/session");

test("there are routes to try", () => {
  expect(GUARDED.length).toBeGreaterThan(5);
});

test.each(ROUTES)("$route does not exist without a secret of 32 characters", async ({ method, path }) => {
  for (const ADMIN_SECRET of ["", "x".repeat(31)]) {
    const response = await operate(method, path, { settings: { ADMIN_SECRET } });
    const unknown = await operate(method, "/nothing", { settings: { ADMIN_SECRET } });
    expect([response.status, await response.text()]).toEqual([404, await unknown.text()]);
    expect([...response.headers.keys()]).toEqual([...unknown.headers.keys()]);
  }
});

test.each(GUARDED)(
  "$route refuses requests without a session, and invented ones",
  async ({ method, path }) => {
    expect(await codeOf(await operate(method, path))).toBe("401 session_required");
    const cookie = "__Secure-platen-operator=eyJhbGciOiJIUzI1NiJ9.e30.x";
    expect(await codeOf(await operate(method, path, { headers: { cookie } }))).toBe("401 session_required");
  },
);

test("the cookie is short-lived, for these calls only, and ends with the secret", async () => {
  const response = await operate("POST", "/session", { body: { secret: SECRET } });
  const text = response.headers.get("set-cookie") ?? "";
  for (const part of ["Max-Age=3600", "Path=/api/v1/admin", "HttpOnly", "Secure", "SameSite=Strict"]) {
    expect(text).toContain(part);
  }
  const headers = await signIn();
  expect((await operate("GET", "/overview", { headers })).status).toBe(200);
  const settings = { ADMIN_SECRET: `${SECRET}-2` };
  expect(await codeOf(await operate("GET", "/overview", { headers, settings }))).toBe("401 session_required");
});

test("a wrong secret is refused, and after some guesses the client has to wait, but others do not", async () => {
  const headers = { "cf-connecting-ip": newClientAddress() };
  const guess = async (secret: string) =>
    codeOf(await operate("POST", "/session", { body: { secret }, headers }));
  expect(await guess("wrong")).toBe("401 invalid_credentials");
  const codes: string[] = [];
  for (let index = 0; index < LIMITS.guessesBeforePause; index++) codes.push(await guess(`wrong ${index}`));
  expect(codes.at(-1)).toMatch(/^429 /);
  expect(await guess(SECRET)).toMatch(/^429 /);
  await signIn();
});

test("a page of another site cannot use the operator's session", async () => {
  const headers = { ...(await signIn()), origin: "https://evil.example.com" };
  expect(await codeOf(await operate("GET", "/overview", { headers }))).toBe("403 forbidden");
});

test("with Cloudflare Access, a request without a valid token of the team finds nothing", async () => {
  const team = inject("accessOrigin");
  const settings = { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: "tag" };
  const status = async (asked: object | null, changed = {}) => {
    const headers: Record<string, string> = {};
    if (asked) {
      const made = await fetch(`${team}/tokens`, { method: "POST", body: JSON.stringify(asked) });
      headers["cf-access-jwt-assertion"] = z.object({ token: z.string() }).parse(await made.json()).token;
    }
    const response = await operate("POST", "/session", {
      body: { secret: SECRET },
      headers,
      settings: { ...settings, ...changed },
    });
    return response.status;
  };
  expect(await status({ audience: "tag" })).toBe(204);
  expect(await status(null)).toBe(404);
  expect(await status({ audience: "another" })).toBe(404);
  expect(await status({ audience: "tag", issuer: "https://other.cloudflareaccess.com" })).toBe(404);
  expect(await status({ audience: "tag", seconds: -60 })).toBe(404);
  expect(await status({ audience: "tag", forged: true })).toBe(404);
  expect(await status({ audience: "tag" }, { ACCESS_AUD: "" })).toBe(404);
});

test("the overview shows the parts, the queue and its browsers", async () => {
  const response = await operate("GET", "/overview", { headers: await signIn() });
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { health, queue } = AdminOverview.parse(await response.json());
  expect(health.parts.database).toBe("ok");
  expect(queue).toMatchObject({ slots: 1, browsers: [{ name: "browser-0", running: 0 }] });
});

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
