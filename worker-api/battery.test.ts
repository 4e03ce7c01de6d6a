/** What every route must do, asked of every route that the API's own description lists. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { newApiKey } from "#store/api-key-format.ts";
import { sessions } from "#store/schema.ts";
import { db } from "./test-caller.ts";
import { call, refusal, signedIn } from "./test-session.ts";

const Operation = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  requestBody: z.unknown().optional(),
});
const Description = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const description = Description.parse(await (await call("GET", "/openapi.json")).json());
const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const { security, requestBody } = Operation.parse(operation);
    return {
      name: `${method.toUpperCase()} ${path.replace("/api/v1", "")}`,
      method: method.toUpperCase(),
      path: path.replace("/api/v1", "").replace(/\{[^}]+\}/g, "none"),
      schemes: security.flatMap((scheme) => Object.keys(scheme)),
      hasBody: requestBody !== undefined,
    };
  }),
);
const forSession = routes.filter(({ schemes }) => schemes.length === 1 && schemes[0] === "Session");
const forKey = routes.filter(({ schemes }) => schemes.includes("ApiKey"));
/** The widget's calls ask for a public key first; its own tests go on from there. */
const withBody = routes.filter(({ hasBody, name }) => hasBody && !name.includes("/widget/"));

const bodyOf = ({ hasBody }: { hasBody: boolean }) => (hasBody ? { body: {} } : {});

test("the description lists the routes of every part", () => {
  expect(routes.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "POST /auth/register",
      "GET /user/profile",
      "PUT /public-keys/{id}",
      "POST /jobs",
      "GET /files/{id}",
    ]),
  );
});

describe.each(forSession)("$name", ({ method, path, hasBody }) => {
  test("without a session, with an unknown, an expired or an ended one: 401", async () => {
    const { accountId, token: expired } = await signedIn();
    await db.update(sessions).set({ expiresAt: Date.now() }).where(eq(sessions.accountId, accountId));
    const { token: ended } = await signedIn();
    await call("POST", "/auth/logout", { token: ended });
    for (const token of [undefined, "unknown", expired, ended]) {
      const refused = await refusal(method, path, { token, ...bodyOf({ hasBody }) });
      expect(refused, token).toMatchObject({ status: 401, body: { code: "session_required" } });
    }
  });

  test("for a page of another site: 403, and nothing that lets it read", async () => {
    const { token } = await signedIn();
    const headers = { origin: "https://evil.example" };
    const refused = await refusal(method, path, { token, headers, ...bodyOf({ hasBody }) });
    expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(refused.headers.has("access-control-allow-origin")).toBe(false);
  });
});

describe.each(forKey)("$name", ({ method, path, hasBody }) => {
  test("without a key, with an unknown or a malformed one: 401", async () => {
    const { key: unknown } = await newApiKey(env.SEALING_KEY);
    for (const key of ["", "sk_live_short", unknown]) {
      const headers = { "x-api-key": key };
      const refused = await refusal(method, path, { headers, ...bodyOf({ hasBody }) });
      expect(refused, key).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    }
  });

  test("with a key from a web page: 403 with a sentence that says so", async () => {
    const { key } = await newApiKey(env.SEALING_KEY);
    const headers = { "x-api-key": key, origin: "https://shop.example" };
    const refused = await refusal(method, path, { headers, ...bodyOf({ hasBody }) });
    expect(refused).toMatchObject({ status: 403, body: { code: "private_key_in_browser" } });
    expect(refused.headers.has("access-control-allow-origin")).toBe(false);
  });
});

describe.each(withBody)("$name", ({ method, path }) => {
  test("names a field that it does not know, and refuses other bodies", async () => {
    const { token } = await signedIn();
    const unknown = await refusal(method, path, { token, body: { surprise: 1 } });
    expect(unknown).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    expect(unknown.body.details).toContainEqual({ path: "surprise", message: "is not a known field" });

    const notJson = await refusal(method, path, { token, body: "{" });
    expect(notJson).toMatchObject({ status: 400, body: { code: "invalid_json" } });
    const notObject = await refusal(method, path, { token, body: [] });
    expect(notObject.body.code).toBe("invalid_request");
    const text = await refusal(method, path, {
      token,
      body: "{}",
      headers: { "content-type": "text/plain" },
    });
    expect(text.body.code).toBe("unsupported_media_type");
    const large = await refusal(method, path, { token, body: { text: "x".repeat(LIMITS.bodyBytes) } });
    expect(large).toMatchObject({ status: 413, body: { code: "body_too_large" } });
  });
});

describe.each(routes)("$name", ({ method, path }) => {
  test("carries the security headers and a request id", async () => {
    const { headers } = await call(method, path, { headers: { "x-api-key": "" } });
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).not.toBeNull();
    expect(headers.get("x-request-id")).toMatch(/^req_/);
  });
});
