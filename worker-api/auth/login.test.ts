import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ProfileResponse } from "#contract/account/profile.ts";
import { Session, SessionList } from "#contract/account/sign-in.ts";
import { ERRORS } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { insertSession, newSession } from "#store/accounts/sign-in-sessions.ts";
import { sessions } from "#store/schema.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { db, newClientAddress } from "../test-caller.ts";
import {
  call,
  newEmail,
  PASSWORD as password,
  read,
  refusal,
  registered,
  sessionOf,
  signedIn,
} from "../test-session.ts";

const DAY_MS = 86_400_000;

test("a domain in another script is the same address in both of its spellings", async () => {
  const name = newEmail().replace(/@.*/, "");
  const message = await call("POST", "/auth/register", { body: { email: `${name}@Müller.de`, password } });
  expect(message.status).toBe(200);
  for (const domain of ["müller.de", "xn--mller-kva.de"]) {
    const { token } = await read(Session, "POST", "/auth/login", {
      body: { email: `${name}@${domain}`, password },
    });
    const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
    expect(profile.email).toBe(`${name}@xn--mller-kva.de`);
  }
});

test("a wrong password and an unknown address get the same response", async () => {
  const { email } = await registered();
  const wrong = await refusal("POST", "/auth/login", { body: { email, password: "wrong password" } });
  const unknown = await refusal("POST", "/auth/login", { body: { email: newEmail(), password } });
  expect(wrong).toMatchObject({ status: 401, body: { error: ERRORS.invalid_credentials.message } });
  expect(unknown.body).toEqual(wrong.body);
});

test("signing out ends this session and no other", async () => {
  const { email, token } = await registered();
  const other = await read(Session, "POST", "/auth/login", { body: { email, password } });
  expect(other.token).not.toBe(token);
  expect((await call("POST", "/auth/logout", { token })).status).toBe(204);
  expect(await refusal("GET", "/user/profile", { token })).toMatchObject({
    status: 401,
    body: { code: "session_required" },
  });
  await read(ProfileResponse, "GET", "/user/profile", { token: other.token });
});

test("sessions are listed, and can be ended one by one or all others at once", async () => {
  const { accountId, token } = await signedIn();
  const now = Date.now();
  const others = await Promise.all(["laptop", "phone", "tablet"].map((agent) => newSession(agent, now)));
  for (const other of others) await insertSession(db, other, accountId, now);
  const [laptop, phone] = others;

  const listed = await read(SessionList, "GET", "/user/sessions", { token });
  expect(listed.sessions.map((session) => session.user_agent).sort()).toEqual([
    "laptop",
    "phone",
    "tablet",
    "test",
  ]);
  expect(listed.sessions.filter((session) => session.current)).toHaveLength(1);

  expect((await call("DELETE", `/user/sessions/${laptop?.id}`, { token })).status).toBe(204);
  expect((await call("GET", "/user/profile", { token: laptop?.token })).status).toBe(401);
  expect((await call("GET", "/user/profile", { token: phone?.token })).status).toBe(200);
  expect((await call("DELETE", "/user/sessions", { token })).status).toBe(204);
  const left = await read(SessionList, "GET", "/user/sessions", { token });
  expect(left.sessions.map((session) => session.user_agent)).toEqual(["test"]);
});

test("a sign-in beyond the maximum of sessions ends the least recently used one", async () => {
  const { email, token } = await registered();
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  for (let i = 1; i < LIMITS.sessions; i++) await sessionOf(profile.id);
  await db
    .update(sessions)
    .set({ seenAt: Date.now() - DAY_MS })
    .where(eq(sessions.hash, sha256Hex(token)));
  await read(Session, "POST", "/auth/login", { body: { email, password } });
  expect((await call("GET", "/user/profile", { token })).status).toBe(401);
  expect(await db.$count(sessions, eq(sessions.accountId, profile.id))).toBe(LIMITS.sessions);
});

test("another account's session cannot be ended", async () => {
  const mine = await signedIn();
  const theirs = await signedIn();
  const { sessions: listed } = await read(SessionList, "GET", "/user/sessions", { token: theirs.token });
  const refused = await refusal("DELETE", `/user/sessions/${listed[0]?.id}`, { token: mine.token });
  expect(refused.body.code).toBe("not_found");
  await read(ProfileResponse, "GET", "/user/profile", { token: theirs.token });
});

test("a session ends after a time without a request, and use extends it once an hour", async () => {
  const { accountId, token } = await signedIn();
  const seenAt = Date.now() - (LIMITS.sessionIdleDays * DAY_MS - 60_000);
  await db
    .update(sessions)
    .set({ seenAt, idleExpiresAt: seenAt + LIMITS.sessionIdleDays * DAY_MS })
    .where(eq(sessions.accountId, accountId));
  await read(ProfileResponse, "GET", "/user/profile", { token });
  const [renewed] = await db.select().from(sessions).where(eq(sessions.accountId, accountId));
  expect(renewed?.idleExpiresAt).toBeGreaterThan(Date.now() + (LIMITS.sessionIdleDays - 1) * DAY_MS);

  await db.update(sessions).set({ idleExpiresAt: Date.now() }).where(eq(sessions.accountId, accountId));
  expect((await refusal("GET", "/user/profile", { token })).body.code).toBe("session_required");
});

test("a session in use still ends at its absolute end", async () => {
  const { accountId, token } = await signedIn();
  await db.update(sessions).set({ expiresAt: Date.now() }).where(eq(sessions.accountId, accountId));
  expect((await refusal("GET", "/user/profile", { token })).body.code).toBe("session_required");
});

test("the database does not hold the token", async () => {
  const { accountId, token } = await signedIn();
  const rows = await db.select().from(sessions).where(eq(sessions.accountId, accountId));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

/**
 * The limiter counts in fixed minutes. Twice its limit plus one request exceeds it even when a new minute begins in
 * between.
 */
function statusesOf(times: number, send: () => Promise<Response>): Promise<number[]> {
  return Promise.all(Array.from({ length: 2 * times + 1 }, async () => (await send()).status));
}

test("too many tries at one account are refused, also from many addresses", async () => {
  const { email } = await signedIn();
  const body = { email, password: "wrong password" };
  const statuses = await statusesOf(10, () => call("POST", "/auth/login", { body }));
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test("too many tries from one client are refused with the time to wait", async () => {
  const headers = { "cf-connecting-ip": newClientAddress() };
  const body = { token: "none" };
  const retryAfter: (string | null)[] = [];
  const statuses = await statusesOf(60, async () => {
    const response = await call("POST", "/auth/magic-link/consume", { headers, body });
    if (response.status === 429) retryAfter.push(response.headers.get("retry-after"));
    return response;
  });
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(new Set(retryAfter)).toEqual(new Set(["60"]));
});

test("pages of other sites cannot use a session", async () => {
  const { token } = await signedIn();
  const foreign = await refusal("GET", "/user/profile", {
    token,
    headers: { origin: "https://evil.example" },
  });
  expect(foreign).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(foreign.headers.has("access-control-allow-origin")).toBe(false);
  const own = await call("GET", "/user/profile", { token, headers: { origin: env.PUBLIC_ORIGIN } });
  expect(own.status).toBe(200);
});
