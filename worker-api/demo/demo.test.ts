/** Conversions on the landing page. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { DEMO_JOBS_PER_DAY } from "#contract/demo.ts";
import { ErrorBody, JobCreated, JobView } from "#contract/job/view.ts";
import { PLANS } from "#contract/plans.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { newPublicKey } from "#store/keys/api-key-format.ts";
import { type accounts, jobs, publicKeys, widgetUse } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { addAccount } from "#store/test-account.ts";
import { app } from "../app.ts";
import { call, db, newClientAddress, ORIGIN } from "../test-caller.ts";
import { stopClock } from "../test-session.ts";

const PAGE = "https://elsewhere.example.org/article";

interface DemoKey {
  id: string;
  key: string;
  accountId: string;
}

/** An account that pays for the demo, with a public key that converts only its own pages. */
async function newDemo(
  account: Partial<typeof accounts.$inferInsert> = {},
  limits: Pick<typeof publicKeys.$inferInsert, "dailyLimit"> = {},
): Promise<DemoKey> {
  const now = Date.now();
  const accountId = await addAccount(db, now, { tier: "pro", ...account });
  const id = newId("pub");
  const key = newPublicKey();
  const site = { name: "Demo", authorizedDomains: [new URL(ORIGIN).host], restrictTargets: true };
  await db.insert(publicKeys).values({ id, accountId, key, createdAt: now, ...site, ...limits });
  return { id, key, accountId };
}

interface Trial {
  visitor?: string;
  origin?: string;
  url?: string;
  body?: object;
  /** Turnstile's secret key. Without it, Turnstile is off. */
  secret?: string;
}

/** A visitor's request, to a service whose demo has this public key. */
async function convert(
  demoKey: string,
  { visitor = newClientAddress(), origin = ORIGIN, url = PAGE, body = {}, secret }: Trial = {},
) {
  const service: typeof env = Object.create(env, {
    DEMO_PUBLIC_KEY: { value: demoKey },
    ...(secret && {
      TURNSTILE_SITE_KEY: { value: "1x00000000000000000000AA" },
      TURNSTILE_SECRET_KEY: { value: secret },
    }),
  });
  const request = new Request(`${ORIGIN}/api/v1/demo/jobs`, {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": visitor, origin },
    body: JSON.stringify({ url, ...body }),
  });
  const response = await app.fetch(request, service, createExecutionContext());
  const parsed: unknown = await response.json();
  return {
    status: response.status,
    code: response.ok ? null : ErrorBody.parse(parsed).code,
    created: response.ok ? JobCreated.parse(parsed) : null,
    retryAfter: Number(response.headers.get("retry-after")),
  };
}

/** Today's counted conversions of the key, and of all its visitors. */
async function counted(demo: DemoKey) {
  const rows = await db.select().from(widgetUse).where(eq(widgetUse.keyId, demo.id));
  const sum = (isKey: boolean) =>
    rows.filter(({ visitor }) => (visitor === "") === isKey).reduce((total, row) => total + row.jobs, 0);
  return { key: sum(true), visitors: sum(false) };
}

test("a visitor without an account converts a page of any site and reads the job with its token", async () => {
  const demo = await newDemo();
  const { created } = await convert(demo.key, { body: { outputType: "screenshot" } });
  const { jobId = "", token } = created ?? {};
  const read = await call("GET", `/widget/jobs/${jobId}`, { headers: { authorization: `Bearer ${token}` } });
  expect(JobView.parse(await read.json())).toMatchObject({ jobId, outputType: "screenshot" });
  expect(await readLinkedJob(db, jobId)).toMatchObject({ accountId: demo.accountId, url: PAGE });
});

test("the file is one of the Free plan, whatever the plan of the demo's account", async () => {
  const { created } = await convert((await newDemo({ tier: "pro" })).key);
  expect(PLANS.free.watermark).toBe(true);
  expect(await readLinkedJob(db, created?.jobId ?? "")).toMatchObject({ tier: "free", overageMillis: null });
});

test("one visitor converts three pages a day, also with requests at the same time", async () => {
  stopClock();
  const demo = await newDemo();
  const visitors = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:3::1", "2001:db8:1:2::4"];
  const trials = await Promise.all(visitors.map((visitor) => convert(demo.key, { visitor })));
  const refused = trials.filter(({ status }) => status !== 202);
  expect(refused).toMatchObject([{ status: 429, code: "demo_limit_reached" }]);
  expect(refused[0]?.retryAfter).toBeGreaterThan(0);
  expect(await db.$count(jobs, eq(jobs.accountId, demo.accountId))).toBe(DEMO_JOBS_PER_DAY);
  expect((await convert(demo.key, { visitor: "2001:db8:1:3::1" })).status).toBe(202);
});

test("the database holds no address of a visitor", async () => {
  const demo = await newDemo();
  const visitor = newClientAddress();
  await convert(demo.key, { visitor });
  const rows = await db
    .select()
    .from(widgetUse)
    .where(and(eq(widgetUse.keyId, demo.id), ne(widgetUse.visitor, "")));
  expect(rows).toHaveLength(1);
  expect(rows[0]?.visitor).toMatch(/^[\w-]{43}$/);
  const { created } = await convert(demo.key, { visitor });
  expect(JSON.stringify(await readLinkedJob(db, created?.jobId ?? ""))).not.toContain(visitor);
});

test.each<[string, Parameters<typeof newDemo>]>([
  ["has no credits left", [{ creditsUsed: PLANS.pro.creditsPerMonth }]],
  ["uses no overage", [{ creditsUsed: PLANS.pro.creditsPerMonth, overageEnabled: true }]],
  ["is not verified", [{ emailConfirmedAt: null }]],
])("when the demo's account %s, the visitor is refused and keeps the conversion", async (_, fields) => {
  const demo = await newDemo(...fields);
  expect(await convert(demo.key)).toMatchObject({ status: 503, code: "demo_unavailable" });
  expect(await counted(demo)).toEqual({ key: 0, visitors: 0 });
});

test("all visitors together use no more than the daily limit of the demo's key", async () => {
  stopClock();
  const demo = await newDemo({}, { dailyLimit: 1 });
  expect((await convert(demo.key)).status).toBe(202);
  expect((await convert(demo.key)).code).toBe("demo_unavailable");
});

test("an address that may not be converted and a foreign site are refused and cost no conversion", async () => {
  const demo = await newDemo();
  expect((await convert(demo.key, { url: "http://169.254.169.254/" })).code).toBe("blocked_target");
  expect((await convert(demo.key, { origin: "https://evil.example" })).code).toBe("origin_not_authorized");
  expect(await counted(demo)).toEqual({ key: 0, visitors: 0 });
});

test.each(["", newPublicKey()])("without a valid key of the demo, nothing is converted", async (key) => {
  expect(await convert(key)).toMatchObject({ status: 503, code: "demo_unavailable" });
});

test("with Turnstile, a conversion needs a token that siteverify accepts", async () => {
  const demo = await newDemo();
  const secret = "1x0000000000000000000000000000000AA";
  const fails = "2x0000000000000000000000000000000AA";
  const body = { turnstile_token: "XXXX.DUMMY.TOKEN.XXXX" };
  expect((await convert(demo.key, { secret })).code).toBe("turnstile_failed");
  expect((await convert(demo.key, { secret: fails, body })).code).toBe("turnstile_failed");
  expect(await counted(demo)).toEqual({ key: 0, visitors: 0 });
  expect((await convert(demo.key, { secret, body })).status).toBe(202);
});
