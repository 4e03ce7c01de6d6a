/** What a click makes, and what its job token reads. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { decodeJwt, SignJWT } from "jose";
import { expect, test } from "vitest";
import { JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { claim, complete, readLinkedJob } from "#store/jobs/jobs.ts";
import { accounts, publicKeys } from "#store/schema.ts";
import { readKeys } from "#store/secrets/keys.ts";
import { fileLink } from "../files/link.ts";
import { call, db } from "../test-caller.ts";
import { created, expectRefusal, newSite, ORIGIN, watch } from "./test-site.ts";

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
