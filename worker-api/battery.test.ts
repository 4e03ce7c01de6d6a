/** Checks that every described route must pass. */
import { expect, test } from "vitest";
import { z } from "zod";
import { ERRORS } from "#contract/errors.ts";
import { ErrorBody } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { insertSession, newSession } from "#store/accounts/sign-in-sessions.ts";
import { app } from "./app.ts";
import { call, db, newCaller, newClientAddress } from "./test-caller.ts";

const Security = z.array(z.record(z.string(), z.unknown())).default([]);
const Operation = z.looseObject({
  tags: z.array(z.string()),
  security: Security,
  requestBody: z.looseObject({ required: z.boolean().default(false) }).optional(),
});
const Described = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

interface Route {
  name: string;
  method: string;
  path: string;
  schemes: string[];
  takesBody: boolean;
  needsBody: boolean;
}

const document = Described.parse(
  app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } }),
);
const ROUTES: Route[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "job_unknown"),
    schemes: operation.security.flatMap((way) => Object.keys(way)),
    takesBody: operation.requestBody !== undefined,
    needsBody: operation.requestBody?.required === true,
  })),
);
/** The widget's routes check the page's origin first; their own tests try these cases behind it. */
const TRIED = ROUTES.filter(({ path }) => !path.startsWith("/widget/"));
const GUARDED = TRIED.filter(({ schemes }) => schemes.length > 0);
const WITH_BODY = TRIED.filter(({ takesBody }) => takesBody);

/** Headers of a caller who may use every route. Each call comes from its own client address. */
async function credentials(): Promise<Record<string, string>> {
  const caller = await newCaller();
  const session = await newSession("battery", Date.now());
  await insertSession(db, session, caller.accountId, Date.now());
  return { authorization: `Bearer ${session.token}`, "cf-connecting-ip": newClientAddress() };
}

async function expectRefusal(response: Response, code: keyof typeof ERRORS): Promise<ErrorBody> {
  const body = ErrorBody.parse(await response.json());
  expect(body.code).toBe(code);
  expect(response.status).toBe(ERRORS[code].status);
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  return body;
}

test("there are routes to try", () => {
  expect(GUARDED.length).toBeGreaterThan(15);
  expect(WITH_BODY.length).toBeGreaterThan(8);
});

test.each(GUARDED)("$name: refuses a request without authentication", async ({ method, path }) => {
  const response = await call(method, path, { headers: { "cf-connecting-ip": newClientAddress() } });
  expect(response.status).toBe(401);
  ErrorBody.parse(await response.json());
});

test.each(GUARDED)("$name: refuses an invented key or token", async ({ method, path, schemes }) => {
  const address = { "cf-connecting-ip": newClientAddress() };
  const made = "a".repeat(80);
  if (schemes.includes("ApiKey")) {
    const response = await call(method, path, { headers: { ...address, "x-api-key": `sk_live_${made}` } });
    await expectRefusal(response, "unauthorized");
  }
  const response = await call(method, path, { headers: { ...address, authorization: `Bearer ${made}` } });
  expect(response.status).toBe(401);
});

test.each(WITH_BODY)("$name: refuses a body that is not JSON", async ({ method, path }) => {
  const headers = await credentials();
  await expectRefusal(await call(method, path, { headers, body: '{"a":' }), "invalid_json");
  const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  await expectRefusal(await call(method, path, { headers: form, body: "a=b" }), "unsupported_media_type");
});

test.each(WITH_BODY)("$name: refuses an empty body of another type", async ({ method, path }) => {
  const headers = { ...(await credentials()), "content-type": "text/plain" };
  await expectRefusal(await call(method, path, { headers, body: "" }), "unsupported_media_type");
});

test.each(WITH_BODY)("$name: says that it takes no compressed body", async ({ method, path }) => {
  const headers = { ...(await credentials()), "content-encoding": "gzip" };
  const body = await expectRefusal(
    await call(method, path, { headers, body: "{}" }),
    "unsupported_media_type",
  );
  expect(body.error).toContain("without compression");
});

test.each(WITH_BODY)("$name: names an unknown field", async ({ method, path }) => {
  const response = await call(method, path, { headers: await credentials(), body: { surprise: 1 } });
  const { details } = await expectRefusal(response, "invalid_request");
  expect(details?.map((detail) => detail.path)).toContain("surprise");
});

test.each(WITH_BODY)("$name: refuses a body of the wrong type", async ({ method, path }) => {
  for (const body of [[], "7", null]) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    await expectRefusal(
      await call(method, path, { headers: await credentials(), body: text }),
      "invalid_request",
    );
  }
});

test.each(WITH_BODY.filter(({ needsBody }) => needsBody))(
  "$name: refuses a body without any field",
  async ({ method, path }) => {
    const response = await call(method, path, { headers: await credentials(), body: {} });
    await expectRefusal(response, "invalid_request");
  },
);

test.each(WITH_BODY)("$name: refuses a body that is too large", async ({ method, path }) => {
  const body = JSON.stringify({ surprise: "x".repeat(LIMITS.bodyPerHtml * PLANS.free.htmlBytes) });
  await expectRefusal(await call(method, path, { headers: await credentials(), body }), "body_too_large");
});
