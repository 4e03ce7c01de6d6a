import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ProfileResponse } from "#contract/account/profile.ts";
import { PublicKeyList } from "#contract/account/public-keys.ts";
import { Message, Session } from "#contract/account/sign-in.ts";
import { ERRORS } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { mailedTokens, mails } from "#store/schema.ts";
import { db, newClientAddress } from "../test-caller.ts";
import { holdHash } from "../test-hashing.ts";
import {
  call,
  mailedLink,
  newEmail,
  passMailPause,
  PASSWORD as password,
  read,
  refusal,
  registered,
  sentTo,
  signedIn,
  tokenOf,
  verified,
} from "../test-session.ts";

const SIGN_IN = "Your sign-in link";
const RESET = "Set a new password";

async function magicToken(email: string): Promise<string> {
  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  return tokenOf(await mailedLink(email, SIGN_IN));
}

async function resetToken(email: string): Promise<string> {
  await read(Message, "POST", "/auth/forgot-password", { body: { email } });
  return tokenOf(await mailedLink(email, RESET));
}

test("a magic link signs in, once", async () => {
  const { email } = await signedIn();
  const { message } = await read(Message, "POST", "/auth/magic-link", { body: { email } });
  expect(message).toBe(SENTENCES.magicLinkSent);
  const link = await mailedLink(email, SIGN_IN);
  expect(link.pathname).toBe("/auth/magic");

  const body = { token: tokenOf(link) };
  const { token } = await read(Session, "POST", "/auth/magic-link/consume", { body });
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  expect(profile.email).toBe(email);
  expect(await refusal("POST", "/auth/magic-link/consume", { body })).toMatchObject({
    status: 401,
    body: { error: ERRORS.invalid_token.message },
  });
});

test("of two uses of a link at once, one wins", async () => {
  const { email } = await signedIn();
  const body = { token: await magicToken(email) };
  const responses = await Promise.all([
    call("POST", "/auth/magic-link/consume", { body }),
    call("POST", "/auth/magic-link/consume", { body }),
  ]);
  expect(responses.map((response) => response.status).sort()).toEqual([200, 401]);
});

test("a link works for its own purpose only", async () => {
  const { email } = await signedIn();
  const token = await magicToken(email);
  const reset = await refusal("POST", "/auth/reset-password", { body: { token, password } });
  const verify = await refusal("POST", "/auth/verify", { body: { token } });
  expect([reset.body.code, verify.body.code]).toEqual(["invalid_token", "invalid_token"]);
  await read(Session, "POST", "/auth/magic-link/consume", { body: { token } });
});

test("a link expires", async () => {
  const { accountId, email } = await signedIn();
  const token = await magicToken(email);
  const [row] = await db.select().from(mailedTokens).where(eq(mailedTokens.accountId, accountId));
  const life = (row?.expiresAt ?? 0) - Date.now();
  expect(life).toBeGreaterThan((LIMITS.mailedTokenMinutes - 1) * 60_000);
  expect(life).toBeLessThanOrEqual(LIMITS.mailedTokenMinutes * 60_000);
  await db.update(mailedTokens).set({ expiresAt: Date.now() }).where(eq(mailedTokens.accountId, accountId));
  const refused = await refusal("POST", "/auth/magic-link/consume", { body: { token } });
  expect(refused.body.code).toBe("invalid_token");
});

test("the database does not hold the token, and the link names our own origin whatever the Host header says", async () => {
  const { accountId, email } = await signedIn();
  await read(Message, "POST", "/auth/magic-link", { body: { email }, headers: { host: "evil.example" } });
  const link = await mailedLink(email, SIGN_IN);
  expect(link.origin).toBe("http://localhost:8787");
  const rows = await db.select().from(mailedTokens).where(eq(mailedTokens.accountId, accountId));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
});

test("an address without an account gets the same responses, and a mail that says so", async () => {
  const email = newEmail();
  const { message } = await read(Message, "POST", "/auth/magic-link", { body: { email } });
  expect(message).toBe(SENTENCES.magicLinkSent);
  const link = await mailedLink(email, "No account uses this email address");
  expect(link.hash).toBe("");
  const reset = await read(Message, "POST", "/auth/forgot-password", { body: { email } });
  expect(reset.message).toBe(SENTENCES.resetLinkSent);
});

test("the mailbox owner's first sign-in by link removes what somebody else registered with the address", async () => {
  const { email, token: attackers } = await registered();
  const key = { name: "Attacker's", authorized_domains: ["evil.example"] };
  expect((await call("POST", "/public-keys", { token: attackers, body: key })).status).toBe(201);

  const body = { token: await magicToken(email) };
  const { token } = await read(Session, "POST", "/auth/magic-link/consume", { body });
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  expect(profile).toMatchObject({ has_password: false });
  expect(profile.email_confirmed_at).not.toBeNull();
  expect((await call("GET", "/user/profile", { token: attackers })).status).toBe(401);
  expect((await call("POST", "/auth/login", { body: { email, password } })).status).toBe(401);
  expect((await read(PublicKeyList, "GET", "/public-keys", { token })).public_keys).toEqual([]);
  const late = await mailedLink(email, "Verify your email");
  expect((await refusal("POST", "/auth/verify", { body: { token: tokenOf(late) } })).status).toBe(401);
});

test("somebody who registered another person's address cannot invalidate that person's links", async () => {
  const { email, token: attackers } = await registered();
  const link = await magicToken(email);
  const reset = await resetToken(email);
  const change = { current_password: password, new_password: "another password" };
  await read(Message, "POST", "/auth/change-password", { token: attackers, body: change });

  const mine = { email, password: "the owner's password" };
  const body = { token: reset, password: mine.password };
  await read(Message, "POST", "/auth/reset-password", { body });
  expect((await call("GET", "/user/profile", { token: attackers })).status).toBe(401);
  await read(Session, "POST", "/auth/login", { body: mine });
  expect((await call("POST", "/auth/magic-link/consume", { body: { token: link } })).status).toBe(401);
});

test("a magic link leaves the password and the sessions of a verified account alone", async () => {
  const { email, token } = await verified();
  const body = { token: await magicToken(email) };
  await read(Session, "POST", "/auth/magic-link/consume", { body });
  await read(ProfileResponse, "GET", "/user/profile", { token });
  await read(Session, "POST", "/auth/login", { body: { email, password } });
});

test("a reset link sets a new password and ends every session and link", async () => {
  const { email, token } = await registered();
  const otherLink = await magicToken(email);
  const body = { token: await resetToken(email), password: "a new password" };
  const { message } = await read(Message, "POST", "/auth/reset-password", { body });
  expect(message).toBe(SENTENCES.passwordChanged);
  expect((await call("GET", "/user/profile", { token })).status).toBe(401);
  expect((await call("POST", "/auth/login", { body: { email, password } })).status).toBe(401);
  expect((await call("POST", "/auth/magic-link/consume", { body: { token: otherLink } })).status).toBe(401);
  await read(Session, "POST", "/auth/login", { body: { email, password: "a new password" } });
  await expect.poll(() => sentTo(email)).toContain("Your password was changed");
});

test("a new password that is too short does not use up the link", async () => {
  const { email } = await signedIn();
  const token = await resetToken(email);
  const refused = await refusal("POST", "/auth/reset-password", { body: { token, password: "short" } });
  expect(refused.body.details).toEqual([{ path: "password", message: SENTENCES.passwordTooShort }]);
  await read(Message, "POST", "/auth/reset-password", { body: { token, password } });
});

test("changing the password needs the old one and ends the other sessions", async () => {
  const { email, token } = await registered();
  const other = await read(Session, "POST", "/auth/login", { body: { email, password } });
  const wrong = await refusal("POST", "/auth/change-password", {
    token,
    body: { current_password: "wrong password", new_password: "a new password" },
  });
  expect(wrong).toMatchObject({ status: 403, body: { code: "wrong_password" } });
  const body = { current_password: password, new_password: "a new password" };
  await read(Message, "POST", "/auth/change-password", { token, body });
  await read(ProfileResponse, "GET", "/user/profile", { token });
  expect((await call("GET", "/user/profile", { token: other.token })).status).toBe(401);
  await read(Session, "POST", "/auth/login", { body: { email, password: "a new password" } });
});

test("a password change that overlaps with a reset fails, and the reset stays", async () => {
  const { email, token } = await verified();
  const reset = await resetToken(email);
  const hold = holdHash("the thief's password");
  const changing = refusal("POST", "/auth/change-password", {
    token,
    body: { current_password: password, new_password: "the thief's password" },
  });
  await expect.poll(() => hold.isReached, { timeout: 30_000 }).toBe(true);
  const mine = { email, password: "the owner's password" };
  const body = { token: reset, password: mine.password };
  await read(Message, "POST", "/auth/reset-password", { body });
  const session = await read(Session, "POST", "/auth/login", { body: mine });
  const link = await magicToken(email);

  hold.isOver = true;
  expect(await changing).toMatchObject({ status: 403, body: { code: "wrong_password" } });
  await read(ProfileResponse, "GET", "/user/profile", { token: session.token });
  await read(Session, "POST", "/auth/magic-link/consume", { body: { token: link } });
  await read(Session, "POST", "/auth/login", { body: mine });
});

test("the verification mail is sent again until the address is verified", async () => {
  const { email, token } = await registered();
  await passMailPause(email);
  const again = await read(Message, "POST", "/auth/resend-verification", { token });
  expect(again.message).toBe(SENTENCES.verificationSent);
  await expect.poll(() => sentTo(email)).toHaveLength(2);
  const body = { token: tokenOf(await mailedLink(email, "Verify your email")) };
  await read(Message, "POST", "/auth/verify", { body });
  const done = await read(Message, "POST", "/auth/resend-verification", { token });
  expect(done.message).toBe(SENTENCES.emailVerified);
});

test("a repeated request sends no second mail while the first link works, with or without an account", async () => {
  for (const email of [newEmail(), (await signedIn()).email]) {
    for (const path of ["/auth/magic-link", "/auth/magic-link"]) {
      const { message } = await read(Message, "POST", path, { body: { email } });
      expect(message).toBe(SENTENCES.magicLinkSent);
    }
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(1);
    await passMailPause(email);
    await read(Message, "POST", "/auth/magic-link", { body: { email } });
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(2);
  }
});

test("after a link was used, the next request sends a new one at once", async () => {
  const { email } = await signedIn();
  const body = { token: await magicToken(email) };
  await read(Session, "POST", "/auth/magic-link/consume", { body });
  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  await expect.poll(() => sentTo(email)).toHaveLength(2);
  const again = { token: await magicToken(email) };
  await read(Session, "POST", "/auth/magic-link/consume", { body: again });
});

test("a mail that was given up does not hold the next one back", async () => {
  const { email } = await signedIn();
  await magicToken(email);
  await db.update(mails).set({ failedReason: "E_DELIVERY_FAILED" }).where(eq(mails.recipient, email));
  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  expect(await db.$count(mails, eq(mails.recipient, email))).toBe(2);
});

test("requests of others neither hinder the owner of the mailbox nor end the owner's link", async () => {
  const { email } = await signedIn();
  const body = { token: await resetToken(email), password };
  for (let i = 0; i < 25; i++) {
    const path = i % 2 ? "/auth/magic-link" : "/auth/forgot-password";
    expect((await call("POST", path, { body: { email } })).status).toBe(200);
  }
  expect(sentTo(email).length).toBeLessThanOrEqual(2);
  await read(Message, "POST", "/auth/reset-password", { body });
});

test("one client can request few mails in a minute, for all addresses together", async () => {
  const headers = { "cf-connecting-ip": newClientAddress() };
  const paths = ["/auth/magic-link", "/auth/forgot-password"];
  // The limiter counts in fixed minutes: twice its limit plus one request exceeds it even when a new minute begins.
  const responses = await Promise.all(
    Array.from({ length: 11 }, (_, i) =>
      call("POST", paths[i % 2] ?? "", { headers, body: { email: newEmail() } }),
    ),
  );
  const statuses = responses.map((response) => response.status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const limited = responses.find((response) => response.status === 429);
  expect(limited?.headers.get("retry-after")).toBe("60");
});
