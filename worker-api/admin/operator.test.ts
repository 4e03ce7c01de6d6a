/** Who may make the operator's calls. */
/// <reference path="../../store/provided-context.d.ts" />
import { expect, inject, test } from "vitest";
import { z } from "zod";
import { AdminOverview } from "#contract/admin.ts";
import { LIMITS } from "#contract/limits.ts";
import { app } from "../app.ts";
import { newClientAddress } from "../test-caller.ts";
import { codeOf, operate, SECRET, signIn } from "./test-operator.ts";

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
