import { env } from "cloudflare:workers";
import { and, eq, ne } from "drizzle-orm";
import { decodeJwt, SignJWT } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import type { ErrorCode } from "#contract/errors.ts";
import { ErrorBody, JobCreated, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { claim, complete, readLinkedJob } from "#store/jobs/jobs.ts";
import { newPublicKey } from "#store/keys/api-key-format.ts";
import { accounts, publicKeys, widgetUse } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { readKeys } from "#store/secrets/keys.ts";
import { fileLink } from "../files/link.ts";
import { type Caller, call, db, newCaller, newClientAddress } from "../test-caller.ts";
import { stopClock } from "../test-session.ts";

const ORIGIN = "https://shop.example.com";
const DAY_MS = 86_400_000;

afterEach(() => vi.restoreAllMocks());

interface Site extends Caller {
  id: string;
  publicKey: string;
}

/** An account with a public key. */
async function newSite(
  key: Partial<typeof publicKeys.$inferInsert> = {},
  account: Partial<typeof accounts.$inferInsert> = {},
): Promise<Site> {
  const caller = await newCaller({ tier: "pro", ...account });
  const id = newId("pub");
  const publicKey = newPublicKey();
  await db.insert(publicKeys).values({
    id,
    accountId: caller.accountId,
    name: "Site",
    key: publicKey,
    authorizedDomains: ["shop.example.com"],
    createdAt: Date.now(),
    ...key,
  });
  return { ...caller, id, publicKey };
}

interface Click {
  origin?: string | null;
  visitor?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function headersOf({ origin = ORIGIN, visitor = newClientAddress(), headers = {} }: Click) {
  return { ...(origin === null ? {} : { origin }), "cf-connecting-ip": visitor, ...headers };
}

function click(site: Pick<Site, "publicKey">, how: Click = {}): Promise<Response> {
  const { body = { url: `${ORIGIN}/article` } } = how;
  return call("POST", `/widget/${site.publicKey}/jobs`, { body, headers: headersOf(how) });
}

async function created(site: Site, how: Click = {}): Promise<{ jobId: string; token: string }> {
  const response = await click(site, how);
  const text = await response.text();
  expect(response.status, text).toBe(202);
  const { jobId, token = "" } = JobCreated.parse(JSON.parse(text));
  return { jobId, token };
}

function watch(jobId: string, token: string, origin: string | null = ORIGIN): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(origin === null ? {} : { origin }) };
  return call("GET", `/widget/jobs/${jobId}`, { headers });
}

async function expectRefusal(response: Response, code: ErrorCode, readableBy: string | null = ORIGIN) {
  expect(ErrorBody.parse(await response.json()).code).toBe(code);
  expect(response.headers.get("access-control-allow-origin")).toBe(readableBy);
  expect(response.headers.get("vary")).toContain("Origin");
}

const MATRIX: [pattern: string, origin: string, allowed: boolean][] = [
  ["example.com", "https://example.com", true],
  ["example.com", "http://example.com", true],
  ["example.com", "https://EXAMPLE.com", true],
  ["example.com", "https://example.com:8443", false],
  ["example.com", "https://www.example.com", false],
  ["example.com", "https://example.com.evil.net", false],
  ["example.com", "https://evilexample.com", false],
  ["example.com", "https://example.com@evil.net", false],
  ["example.com", "https://evil.net/https://example.com", false],
  ["example.com", "null", false],
  ["example.com", "", false],
  ["*.example.com", "https://www.example.com", true],
  ["*.example.com", "https://a.b.example.com", true],
  ["*.example.com", "https://example.com", false],
  ["*.example.com", "https://www.example.com.evil.net", false],
  ["localhost:*", "http://localhost:5173", true],
  ["localhost:*", "http://localhost.evil.net:5173", false],
  ["example.com:8443", "https://example.com:8443", true],
  ["example.com:8443", "https://example.com", false],
  ["xn--bcher-kva.example", "https://xn--bcher-kva.example", true],
  ["xn--bcher-kva.example", "https://bücher.example", true],
];

test.each(MATRIX)("a key for %s, a page on %s: allowed %s", async (pattern, origin, allowed) => {
  const site = await newSite({ authorizedDomains: [pattern], restrictTargets: false });
  const sent = encodeURI(origin) === origin ? origin : new URL(origin).origin;
  const headers = { origin: sent, "access-control-request-method": "POST" };
  const preflight = await call("OPTIONS", `/widget/${site.publicKey}/jobs`, { headers });
  const request = await click(site, { origin: sent });
  if (!allowed) {
    expect(preflight.status).toBe(403);
    await expectRefusal(preflight, "origin_not_authorized", null);
    await expectRefusal(request, "origin_not_authorized", null);
    return;
  }
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    "access-control-allow-origin": sent,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "Content-Type",
    vary: "Origin",
  });
  expect(request.status).toBe(202);
  expect(request.headers.get("access-control-allow-origin")).toBe(sent);
  await request.body?.cancel();
});

test("a key whose stored domains do not parse admits no page: the fault is ours", async () => {
  const site = await newSite();
  await env.DB.prepare("update public_keys set authorized_domains = ? where id = ?")
    .bind(`{"shop.example.com":true}`, site.id)
    .run();
  const response = await click(site);
  expect(response.status).toBe(500);
  expect(ErrorBody.parse(await response.json()).code).toBe("internal");
});

test("our own pages may show any key's button, for the owner's preview", async () => {
  const site = await newSite();
  const ours = env.PUBLIC_ORIGIN;
  const response = await click(site, { origin: ours });
  expect(response.status).toBe(202);
  expect(response.headers.get("access-control-allow-origin")).toBe(ours);
  const { jobId, token = "" } = JobCreated.parse(await response.json());
  expect((await watch(jobId, token, ours)).status).toBe(200);
});

test("a request without Origin is refused", async () => {
  await expectRefusal(await click(await newSite(), { origin: null }), "origin_not_authorized", null);
});

test("a request with an unknown key is refused", async () => {
  const unknown = { publicKey: "pk_live_unknown" };
  await expectRefusal(await click(unknown), "public_key_invalid", null);
  const preflight = await call("OPTIONS", "/widget/pk_live_unknown/jobs", { headers: { origin: ORIGIN } });
  await expectRefusal(preflight, "public_key_invalid", null);
});

test("a click uses one credit and is stored as the widget's", async () => {
  const site = await newSite();
  const { jobId } = await created(site);
  const job = await readLinkedJob(db, jobId);
  expect(job).toMatchObject({ source: "widget", keyId: site.id, url: `${ORIGIN}/article` });
  const [account] = await db.select().from(accounts).where(eq(accounts.id, site.accountId));
  expect(account?.creditsUsed).toBe(1);
  await expect
    .poll(async () => (await db.select().from(publicKeys).where(eq(publicKeys.id, site.id)))[0]?.lastUsedAt)
    .toBeGreaterThan(0);
});

test("the token shows the page its own job, without the account's credits", async () => {
  const site = await newSite();
  const { jobId, token } = await created(site);
  const response = await watch(jobId, token);
  expect(response.headers.get("access-control-allow-origin")).toBe(ORIGIN);
  const view = JobView.parse(await response.json());
  expect(view).toMatchObject({ jobId, status: "pending", progress: 0, result: null });
  expect(view.credits).toBeUndefined();
});

test("the result's link opens for the page, also when the request asked for a buffer", async () => {
  const site = await newSite();
  const body = { url: `${ORIGIN}/`, options: { responseType: "buffer" } };
  const { jobId, token } = await created(site, { body });
  const job = await claim(db, jobId, Date.now(), 60_000);
  if (!job) throw new Error("not pending");
  const result = { type: "pdf", bytes: 3, pages: 1, truncated: false, filename: "Title.pdf" } as const;
  await complete(db, job, Date.now(), result, [], {});
  const view = JobView.parse(await (await watch(jobId, token)).json());
  expect(view.result).toMatchObject({ type: "url", filename: "Title.pdf" });
  const url = new URL(view.result?.type === "url" ? (view.result.url ?? "") : "");
  expect(url.pathname).toBe(`/api/v1/files/${jobId}`);
  const { exp = 0 } = decodeJwt(url.searchParams.get("token") ?? "");
  expect(exp - Date.now() / 1_000).toBeLessThanOrEqual(LIMITS.pageLinkSeconds);
});

test("a page cannot add scripts, styles or waits to its job, because a public key is not a secret", async () => {
  const options = { js: "steal()", css: "p {}", click: ["a"], waitFor: { delayMs: 1 }, bestAttempt: true };
  const response = await click(await newSite(), { body: { url: `${ORIGIN}/`, options } });
  const { code, details = [] } = ErrorBody.parse(await response.json());
  expect(code).toBe("invalid_request");
  const names = Object.keys(options).map((name) => `options.${name}`);
  expect(details.map(({ path }) => path).sort()).toEqual(names.sort());
});

test("a same-origin read, which browsers send without Origin, is allowed", async () => {
  const { jobId, token } = await created(await newSite());
  const response = await watch(jobId, token, null);
  expect(response.status).toBe(200);
  expect(response.headers.get("access-control-allow-origin")).toBeNull();
  await response.body?.cancel();
});

test("the token reads no other job and opens no other route", async () => {
  const site = await newSite();
  const [one, other] = [await created(site), await created(site)];
  await expectRefusal(await watch(other.jobId, one.token), "unauthorized");
  await expectRefusal(await watch(one.jobId, ""), "unauthorized");
  await expectRefusal(await watch(one.jobId, `${one.token}x`), "unauthorized");
  const asSession = await call("GET", "/jobs", { headers: { authorization: `Bearer ${one.token}` } });
  expect(asSession.status).toBe(401);
});

test("the token works for the page's origin only, even among authorized ones", async () => {
  const site = await newSite({ authorizedDomains: ["shop.example.com", "blog.example.com"] });
  const { jobId, token } = await created(site);
  const readableBy = "https://blog.example.com";
  await expectRefusal(await watch(jobId, token, readableBy), "origin_not_authorized", readableBy);
  await expectRefusal(await watch(jobId, token, "https://evil.net"), "origin_not_authorized", null);
});

test("expired tokens, tokens of another kind and unsigned tokens read nothing", async () => {
  const { jobId } = await created(await newSite());
  const [key] = readKeys(env.SIGNING_KEY);
  const forge = (fields: { audience?: string; expires?: string; secret?: Uint8Array }) =>
    new SignJWT({ origin: ORIGIN })
      .setProtectedHeader({ alg: "HS256", kid: key.id })
      .setAudience(fields.audience ?? "widget-job")
      .setSubject(jobId)
      .setExpirationTime(fields.expires ?? "1h")
      .sign(fields.secret ?? key.bytes);
  await expectRefusal(await watch(jobId, await forge({ expires: "-1s" })), "unauthorized");
  await expectRefusal(await watch(jobId, await forge({ audience: "file" })), "unauthorized");
  await expectRefusal(await watch(jobId, await forge({ secret: new Uint8Array(32) })), "unauthorized");
  const link = new URL(await fileLink(env, jobId, 60));
  await expectRefusal(await watch(jobId, link.searchParams.get("token") ?? ""), "unauthorized");
  expect((await watch(jobId, await forge({}))).status).toBe(200);
});

test("the preflight of a read succeeds for the key's pages", async () => {
  const { jobId } = await created(await newSite());
  const ask = (origin: string, id = jobId) => call("OPTIONS", `/widget/jobs/${id}`, { headers: { origin } });
  expect(Object.fromEntries((await ask(ORIGIN)).headers)).toMatchObject({
    "access-control-allow-origin": ORIGIN,
    "access-control-allow-methods": "GET",
    "access-control-allow-headers": "Authorization",
  });
  await expectRefusal(await ask("https://evil.net"), "origin_not_authorized", null);
  await expectRefusal(await ask(ORIGIN, "job_unknown"), "not_found", null);
});

test("a deleted key stops working at once, for clicks and for reads of its jobs", async () => {
  const site = await newSite();
  const { jobId, token } = await created(site);
  await db.delete(publicKeys).where(eq(publicKeys.id, site.id));
  await expectRefusal(await click(site), "public_key_invalid", null);
  await expectRefusal(await watch(jobId, token), "not_found", null);
});

test("a domain that is removed from the key stops working at once", async () => {
  const site = await newSite();
  const { jobId, token } = await created(site);
  await db
    .update(publicKeys)
    .set({ authorizedDomains: ["other.example.com"] })
    .where(eq(publicKeys.id, site.id));
  await expectRefusal(await click(site), "origin_not_authorized", null);
  await expectRefusal(await watch(jobId, token), "origin_not_authorized", null);
});

test("a button of an account that is being deleted is refused", async () => {
  const site = await newSite({}, { deletingAt: Date.now() });
  await expectRefusal(await click(site), "public_key_invalid", null);
});

test("targets must be on the key's domains unless the key allows others", async () => {
  const body = { url: "https://elsewhere.example.org/" };
  await expectRefusal(await click(await newSite(), { body }), "target_not_authorized");
  await created(await newSite({ restrictTargets: false }), { body });
});

test("an address that may not be rendered is refused, and the page can read why", async () => {
  const site = await newSite({ restrictTargets: false });
  await expectRefusal(await click(site, { body: { url: "http://169.254.169.254/" } }), "blocked_target");
});

test("without credits the page can read that the limit is reached", async () => {
  const site = await newSite({}, { creditsUsed: PLANS.pro.creditsPerMonth });
  await expectRefusal(await click(site), "credits_exhausted");
});

test("a click uses an overage credit only if its key may, even if the account's overage is on", async () => {
  const account = {
    tier: "starter",
    creditsUsed: PLANS.starter.creditsPerMonth,
    overageEnabled: true,
  } as const;
  await expectRefusal(await click(await newSite({}, account)), "credits_exhausted");
  const { jobId } = await created(await newSite({ overageEnabled: true }, account));
  expect(await readLinkedJob(db, jobId)).toMatchObject({ overageMillis: PLANS.starter.overageMillis });
  await expectRefusal(
    await click(await newSite({ overageEnabled: true }, { ...account, spendingCapCents: 0 })),
    "spending_cap_reached",
  );
  const switchedOff = { ...account, overageEnabled: false };
  await expectRefusal(await click(await newSite({ overageEnabled: true }, switchedOff)), "credits_exhausted");
});

/** Clicks until a click is refused. The rate limit's window may begin again once on the way. */
async function clickUntilRefused(site: Site, visitor: (click: number) => string): Promise<Response> {
  const perWindow = 5;
  for (let number = 1; number <= 2 * perWindow + 1; number++) {
    const response = await click(site, { visitor: visitor(number) });
    if (response.status !== 202) return response;
    await response.body?.cancel();
  }
  throw new Error("never refused");
}

test("one visitor's clicks are rate limited, other visitors' are not", async () => {
  const site = await newSite();
  const visitor = newClientAddress();
  const refused = await clickUntilRefused(site, () => visitor);
  expect(refused.headers.get("retry-after")).toBe("60");
  await expectRefusal(refused, "rate_limited");
  await created(site);
});

test("one visitor's daily limit does not affect other visitors", async () => {
  stopClock();
  const site = await newSite();
  const visitor = newClientAddress();
  await created(site, { visitor });
  await db
    .update(widgetUse)
    .set({ jobs: LIMITS.widgetVisitorJobsPerDay })
    .where(and(eq(widgetUse.keyId, site.id), ne(widgetUse.visitor, "")));
  await expectRefusal(await click(site, { visitor }), "rate_limited");
  await created(site);
});

test("addresses of one IPv6 network are one visitor", async () => {
  const refused = await clickUntilRefused(await newSite(), (number) => `2001:db8:7:7::${number}`);
  await expectRefusal(refused, "rate_limited");
});

test("a key uses no more than its daily share, and the error says when it works again", async () => {
  stopClock();
  const site = await newSite({}, { tier: "free" });
  await created(site);
  const share = PLANS.free.creditsPerMonth * LIMITS.widgetKeyDailyShare;
  await db
    .update(widgetUse)
    .set({ jobs: share - 1 })
    .where(and(eq(widgetUse.keyId, site.id), eq(widgetUse.visitor, "")));
  await created(site);
  const refused = await click(site);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await expectRefusal(refused, "key_quota_reached");
});

/** Stops the clock at noon, so that no day ends within a test. */
function stayAtNoon(): void {
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now - (now % DAY_MS) + DAY_MS / 2);
}

/** Today's counted clicks of the key, and of all its visitors. */
async function spentToday(site: Site): Promise<{ key: number; visitors: number }> {
  const rows = await db.select().from(widgetUse).where(eq(widgetUse.keyId, site.id));
  const sum = (isKey: boolean) =>
    rows.filter(({ visitor }) => (visitor === "") === isKey).reduce((total, { jobs }) => total + jobs, 0);
  return { key: sum(true), visitors: sum(false) };
}

test.for<[ErrorCode, Partial<typeof accounts.$inferInsert>]>([
  ["credits_exhausted", { creditsUsed: PLANS.pro.creditsPerMonth }],
  ["email_unverified", { emailConfirmedAt: null }],
])("a click that is refused as %s uses nothing of the key's daily share", async ([code, account]) => {
  stayAtNoon();
  const site = await newSite({}, account);
  const visitor = newClientAddress();
  for (const _ of [1, 2]) await expectRefusal(await click(site, { visitor }), code);
  expect(await spentToday(site)).toEqual({ key: 0, visitors: 2 });
});

test("the owner's own daily limits take the place of the plan's", async () => {
  const perVisitor = await newSite({ dailyVisitorLimit: 1 });
  const visitor = newClientAddress();
  expect((await click(perVisitor, { visitor })).status).toBe(202);
  expect((await click(perVisitor, { visitor })).status).toBe(429);
  expect((await click(perVisitor)).status).toBe(202);

  const whole = await newSite({ dailyLimit: 1 });
  expect((await click(whole)).status).toBe(202);
  const refused = await click(whole);
  expect(ErrorBody.parse(await refused.json()).code).toBe("key_quota_reached");
});

test("clicks above the plan's rate limit use nothing of the key's daily share", async () => {
  stayAtNoon();
  const site = await newSite({}, { tier: "free" });
  const clicks = 4 * PLANS.free.requestsPerMinute;
  const responses = await Promise.all(Array.from({ length: clicks }, () => click(site)));
  const statuses = Map.groupBy(responses, ({ status }) => status);
  expect(statuses.get(202)).toHaveLength(PLANS.free.requestsPerMinute);
  for (const refused of statuses.get(429) ?? []) await expectRefusal(refused, "rate_limited");
  expect(await spentToday(site)).toEqual({ key: PLANS.free.requestsPerMinute, visitors: clicks });
});

test("refused clicks count toward their visitor's daily limit", async () => {
  stayAtNoon();
  const site = await newSite({}, { creditsUsed: PLANS.pro.creditsPerMonth });
  const visitor = newClientAddress();
  await expectRefusal(await click(site, { visitor }), "credits_exhausted");
  await db
    .update(widgetUse)
    .set({ jobs: LIMITS.widgetVisitorJobsPerDay })
    .where(and(eq(widgetUse.keyId, site.id), ne(widgetUse.visitor, "")));
  await expectRefusal(await click(site, { visitor }), "rate_limited");
});

test.each<[string, unknown, Record<string, string>, ErrorCode]>([
  ["an unknown field", { url: ORIGIN, extra: 1 }, {}, "invalid_request"],
  ["a wrong type", { url: 7 }, {}, "invalid_request"],
  ["no JSON", "{", {}, "invalid_json"],
  ["another media type", "url=x", { "content-type": "text/plain" }, "unsupported_media_type"],
  ["too much", `{"url":"${"x".repeat(LIMITS.bodyBytes)}"}`, {}, "body_too_large"],
])("a body with %s is refused with an error that the page can read", async (_, body, headers, code) => {
  await expectRefusal(await click(await newSite(), { body, headers }), code);
});
