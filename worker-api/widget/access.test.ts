/** Which pages and requests a public key admits. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ErrorCode } from "#contract/errors.ts";
import { ErrorBody, JobCreated } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { publicKeys } from "#store/schema.ts";
import { call, db } from "../test-caller.ts";
import { click, created, expectRefusal, newSite, ORIGIN, watch } from "./test-site.ts";

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

test("a page cannot add scripts, styles or waits to its job, because a public key is not a secret", async () => {
  const options = { js: "steal()", css: "p {}", click: ["a"], waitFor: { delayMs: 1 }, bestAttempt: true };
  const response = await click(await newSite(), { body: { url: `${ORIGIN}/`, options } });
  const { code, details = [] } = ErrorBody.parse(await response.json());
  expect(code).toBe("invalid_request");
  const names = Object.keys(options).map((name) => `options.${name}`);
  expect(details.map(({ path }) => path).sort()).toEqual(names.sort());
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

test.each<[string, unknown, Record<string, string>, ErrorCode]>([
  ["an unknown field", { url: ORIGIN, extra: 1 }, {}, "invalid_request"],
  ["a wrong type", { url: 7 }, {}, "invalid_request"],
  ["no JSON", "{", {}, "invalid_json"],
  ["another media type", "url=x", { "content-type": "text/plain" }, "unsupported_media_type"],
  ["too much", `{"url":"${"x".repeat(LIMITS.bodyBytes)}"}`, {}, "body_too_large"],
])("a body with %s is refused with an error that the page can read", async (_, body, headers, code) => {
  await expectRefusal(await click(await newSite(), { body, headers }), code);
});
