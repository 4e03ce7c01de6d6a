/** Turnstile, with the local stand-in (dev/turnstile) for siteverify. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { ErrorBody } from "#contract/job/view.ts";
import { mails } from "#store/schema.ts";
import { app } from "../app.ts";
import { db, newClientAddress, ORIGIN } from "../test-caller.ts";
import { call, newEmail, PASSWORD as password, signedIn } from "../test-session.ts";

const DUMMY = "XXXX.DUMMY.TOKEN.XXXX";
const PASSES = "1x0000000000000000000000000000000AA";
const FAILS = "2x0000000000000000000000000000000AA";
const SPENT = "3x0000000000000000000000000000000AA";
const OWN_SECRET = "0x4AAAAAAALocalSecretKeyOfTheStandIn";

interface Sending {
  secret?: string;
  base?: string;
  session?: string;
}

/** Sends a request to a service with Turnstile switched on. */
async function send(path: string, body: unknown, { secret = PASSES, base, session }: Sending = {}) {
  const guarded: typeof env = Object.create(env, {
    TURNSTILE_SITE_KEY: { value: "1x00000000000000000000AA" },
    TURNSTILE_SECRET_KEY: { value: secret },
    TURNSTILE_API_BASE: { value: base ?? env.TURNSTILE_API_BASE },
  });
  const request = new Request(`${ORIGIN}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "cf-connecting-ip": newClientAddress(),
      ...(session === undefined ? {} : { authorization: `Bearer ${session}` }),
    },
    body: JSON.stringify(body),
  });
  const response = await app.fetch(request, guarded, createExecutionContext());
  const code = response.ok ? null : ErrorBody.parse(await response.json()).code;
  return { status: response.status, code, retryAfter: response.headers.get("retry-after") };
}

async function standIn(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(env.TURNSTILE_API_BASE + path, { method: "POST", body: JSON.stringify(body) });
  return response.json();
}

/** A token of the stand-in's own secret, as a page with this host name and action would get it. */
async function tokenFor(action: string, hostname = new URL(ORIGIN).hostname): Promise<string> {
  return z.object({ token: z.string() }).parse(await standIn("/tokens", { action, hostname })).token;
}

function magicLink(token: string | undefined, sending?: Sending) {
  return send("/auth/magic-link", { email: newEmail(), turnstile_token: token }, sending);
}

test.each(["/auth/register", "/auth/magic-link", "/auth/forgot-password"])(
  "%s needs a token that siteverify accepts, and sends no email without it",
  async (path) => {
    const email = newEmail();
    const body = path === "/auth/register" ? { email, password } : { email };
    expect(await send(path, body)).toMatchObject({ status: 403, code: "turnstile_failed" });
    const withToken = { ...body, turnstile_token: DUMMY };
    expect(await send(path, withToken, { secret: FAILS })).toMatchObject({ code: "turnstile_failed" });
    expect(await send(path, withToken, { secret: SPENT })).toMatchObject({ code: "turnstile_failed" });
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(0);
    expect((await send(path, withToken)).status).toBe(200);
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(1);
  },
);

test("a token works once, for its own form, and on our own host name only", async () => {
  const own = { secret: OWN_SECRET };
  const token = await tokenFor("magic-link");
  expect((await magicLink(token, own)).status).toBe(200);
  expect((await magicLink(token, own)).code).toBe("turnstile_failed");
  expect((await magicLink(await tokenFor("register"), own)).code).toBe("turnstile_failed");
  expect((await magicLink(await tokenFor("magic-link", "evil.example"), own)).code).toBe("turnstile_failed");
  expect((await magicLink("made up", own)).code).toBe("turnstile_failed");
});

test("a connection that breaks once is tried again, and the token still counts once", async () => {
  const token = await tokenFor("magic-link");
  await standIn("/control?down=1", {});
  expect((await magicLink(token, { secret: OWN_SECRET })).status).toBe(200);
});

test("while siteverify does not respond, or our secret is wrong, no email is sent and the client may try again", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => errors.mockRestore());
  const nowhere = await magicLink(DUMMY, { base: "http://127.0.0.1:1" });
  expect(nowhere).toEqual({ status: 503, code: "unavailable", retryAfter: "10" });
  const misconfigured = await magicLink(DUMMY, { secret: "0x-wrong" });
  expect(misconfigured).toEqual({ status: 503, code: "unavailable", retryAfter: "10" });
  expect(errors.mock.calls.flat().join()).toContain('"event":"turnstile_unavailable"');
});

test("a signed-in user needs no token for the own address, and one for any other", async () => {
  const { email, token: session } = await signedIn();
  expect((await send("/auth/magic-link", { email }, { session })).status).toBe(200);
  const other = await send("/auth/magic-link", { email: newEmail() }, { session });
  expect(other.code).toBe("turnstile_failed");
});

test("sign-in with a password and used links need no token", async () => {
  const login = await send("/auth/login", { email: newEmail(), password });
  expect(login.code).toBe("invalid_credentials");
});

test("without a site key no token is needed", async () => {
  expect((await call("POST", "/auth/magic-link", { body: { email: newEmail() } })).status).toBe(200);
});
