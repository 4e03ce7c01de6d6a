/** Authentication of every route that the API's description lists. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { KEY_CALLS, KEY_SCOPES } from "#contract/api-keys.ts";
import { newApiKey, newNamedKey } from "#store/keys/api-key-format.ts";
import { apiKeys, jobs, sessions } from "#store/schema.ts";
import { db } from "../test-caller.ts";
import { call, refusal, signedIn } from "../test-session.ts";

const Operation = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  requestBody: z.unknown().optional(),
});
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

const description = Description.parse(await (await call("GET", "/openapi.json")).json());
const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security, requestBody }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path.replace("/api/v1", "").replace(/\{[^}]+\}/g, "none"),
    schemes: security.flatMap((scheme) => Object.keys(scheme)),
    scopes: security.flatMap(({ ApiKey = [] }) => ApiKey),
    body: requestBody === undefined ? undefined : {},
  })),
);
const forSession = routes.filter(({ schemes }) => schemes.length === 1 && schemes[0] === "Session");
const withSession = routes.filter(({ schemes }) => schemes.includes("Session"));
const forKey = routes.filter(({ schemes }) => schemes.includes("ApiKey"));

test("there are routes of both kinds", () => {
  expect(forSession.length).toBeGreaterThan(15);
  expect(forKey.length).toBeGreaterThan(3);
});

test.each(forKey)(
  "$name: says where a key belongs that is sent as a bearer token",
  async ({ method, path, body }) => {
    const authorization = `Bearer ${(await newApiKey(env.SEALING_KEY)).key}`;
    const refused = await refusal(method, path, { body, headers: { authorization } });
    expect(refused).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(refused.body.error).toContain("x-api-key");
  },
);

test.each(forSession)(
  "$name: refuses an expired session and an ended one",
  async ({ method, path, body }) => {
    const { accountId, token: expired } = await signedIn();
    await db.update(sessions).set({ expiresAt: Date.now() }).where(eq(sessions.accountId, accountId));
    const { token: ended } = await signedIn();
    await call("POST", "/auth/logout", { token: ended });
    for (const token of [expired, ended]) {
      const refused = await refusal(method, path, { token, body });
      expect(refused).toMatchObject({ status: 401, body: { code: "session_required" } });
    }
  },
);

test.each(withSession)(
  "$name: refuses a session from a page of another site",
  async ({ method, path, body }) => {
    const { token } = await signedIn();
    const refused = await refusal(method, path, { token, body, headers: { origin: "https://evil.example" } });
    expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(refused.headers.has("access-control-allow-origin")).toBe(false);
  },
);

test.each(forKey)(
  "$name: refuses a private key from a page, and an unknown key",
  async ({ method, path, body }) => {
    const { key } = await newApiKey(env.SEALING_KEY);
    const page = { "x-api-key": key, origin: "https://shop.example" };
    const foreign = await refusal(method, path, { headers: page, body });
    expect(foreign).toMatchObject({ status: 403, body: { code: "private_key_in_browser" } });
    expect(foreign.headers.has("access-control-allow-origin")).toBe(false);
    const unknown = await refusal(method, path, { headers: { "x-api-key": key }, body });
    expect(unknown).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  },
);

test("every call that accepts an API key names its scope, as the table says", () => {
  const described = forKey.map(({ name, scopes }) => [name.replace("/api/v1", ""), scopes.join()]);
  expect(Object.fromEntries(described)).toEqual(KEY_CALLS);
});

test.each(forKey)(
  "$name: refuses a key without its scope, and changes nothing",
  async ({ method, path, body, scopes }) => {
    const { accountId } = await signedIn();
    const { key, row } = newNamedKey("live");
    const others = KEY_SCOPES.filter((scope) => scope !== scopes[0]);
    await db.insert(apiKeys).values({ ...row, accountId, name: "CI", scopes: others, createdAt: Date.now() });
    const filled = method === "POST" && path === "/jobs" ? { url: "https://example.com/" } : body;
    const refused = await refusal(method, path, { headers: { "x-api-key": key }, body: filled });
    expect(refused).toMatchObject({ status: 403, body: { code: "missing_scope" } });
    expect(refused.body.error).toContain(`“${scopes[0]}”`);
    expect(refused.headers.has("ratelimit")).toBe(true);
    expect(await db.$count(jobs, eq(jobs.accountId, accountId))).toBe(0);
  },
);

test.each(routes)("$name: carries the security headers", async ({ method, path }) => {
  const { headers } = await call(method, path);
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  expect(headers.get("content-security-policy")).not.toContain("unsafe");
  expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cache-control")).toMatch(/no-store|private|public/);
});
