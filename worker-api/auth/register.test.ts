import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { ProfileResponse } from "#contract/account/profile.ts";
import { PublicKeyList } from "#contract/account/public-keys.ts";
import { Message, Registered, Session, Verified } from "#contract/account/sign-in.ts";
import { ERRORS } from "#contract/errors.ts";
import { PLANS } from "#contract/plans.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { accounts, apiKeys, mails } from "#store/schema.ts";
import { db } from "../test-caller.ts";
import { hashTogether, holdHash } from "../test-hashing.ts";
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
  tokenOf,
  verified,
} from "../test-session.ts";

test("a new account gets a verification mail, and its key once the address is confirmed", async () => {
  const email = newEmail();
  const { message } = await read(Message, "POST", "/auth/register", { body: { email, password } });
  expect(message).toBe(SENTENCES.registered);

  const { token } = await read(Session, "POST", "/auth/login", { body: { email, password } });
  const before = await read(ProfileResponse, "GET", "/user/profile", { token });
  expect(before.profile).toMatchObject({
    email,
    email_confirmed_at: null,
    tier: "free",
    monthly_credits: PLANS.free.creditsPerMonth,
    credits_used: 0,
    has_password: true,
  });
  const hidden = await refusal("GET", "/user/api-key", { token });
  expect(hidden).toMatchObject({ status: 403, body: { error: ERRORS.email_unverified.message } });

  const link = await mailedLink(email, "Verify your email");
  expect(link.pathname).toBe("/auth/verify");
  const verified = await read(Message, "POST", "/auth/verify", { body: { token: tokenOf(link) } });
  expect(verified.message).toBe(SENTENCES.emailVerified);

  const after = await read(ProfileResponse, "GET", "/user/profile", { token });
  expect(after.profile.email_confirmed_at).not.toBeNull();
  const { api_key } = await read(ApiKeyResponse, "GET", "/user/api-key", { token });
  expect(api_key.key).toMatch(/^sk_live_/);
  const response = await call("GET", "/jobs/job_none", { headers: { "x-api-key": api_key.key } });
  expect(response.status).toBe(404);
});

test("the mailed link signs in the browser that registered, and any other browser only verifies", async () => {
  const [own, other] = [newEmail(), newEmail()];
  const { receipt } = await read(Registered, "POST", "/auth/register", { body: { email: own, password } });
  await read(Registered, "POST", "/auth/register", { body: { email: other, password } });
  const verify = async (email: string, fields: { receipt?: string }) => {
    const token = tokenOf(await mailedLink(email, "Verify your email"));
    return (await read(Verified, "POST", "/auth/verify", { body: { token, ...fields } })).session;
  };
  const session = await verify(own, { receipt });
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token: session?.token ?? "" });
  expect(profile).toMatchObject({ email: own, has_password: true, email_confirmed_at: expect.any(String) });
  expect(await verify(other, { receipt })).toBeNull();
});

test("a receipt gives no session once the password of the account has changed", async () => {
  const email = newEmail();
  const { receipt } = await read(Registered, "POST", "/auth/register", { body: { email, password } });
  const { token: session } = await read(Session, "POST", "/auth/login", { body: { email, password } });
  const change = { current_password: password, new_password: "another password" };
  await read(Message, "POST", "/auth/change-password", { body: change, token: session });
  const token = tokenOf(await mailedLink(email, "Verify your email"));
  expect((await read(Verified, "POST", "/auth/verify", { body: { token, receipt } })).session).toBeNull();
});

test("receipts do not show who has an account", async () => {
  const { email: known } = await verified();
  const receiptOf = async (email: string) =>
    (await read(Registered, "POST", "/auth/register", { body: { email, password } })).receipt;
  for (const email of [known, newEmail()]) {
    const receipts = [await receiptOf(email), await receiptOf(email)];
    expect(new Set(receipts).size).toBe(2);
    for (const receipt of receipts) expect(receipt).toMatch(/^\w{22}\.[0-9a-f]{64}$/);
  }
});

test("registering an address that has an account gets the same response, and only its mailbox learns it", async () => {
  const { email } = await verified();
  const body = { email: ` ${email.toUpperCase()}`, password: "another password" };
  const { message } = await read(Message, "POST", "/auth/register", { body });
  expect(message).toBe(SENTENCES.registered);
  const link = await mailedLink(email, "You already have an account");
  expect(link.pathname).toBe("/auth/magic");
  const refused = await refusal("POST", "/auth/login", { body: { email, password: "another password" } });
  expect(refused.body.code).toBe("invalid_credentials");
});

test("registering again before verifying leaves the first verification link valid", async () => {
  const email = newEmail();
  await read(Message, "POST", "/auth/register", { body: { email, password } });
  const first = await mailedLink(email, "Verify your email");
  await read(Message, "POST", "/auth/register", { body: { email, password } });
  const { token } = await read(Session, "POST", "/auth/login", { body: { email, password } });
  await read(Message, "POST", "/auth/verify", { body: { token: tokenOf(first) } });
  await read(ApiKeyResponse, "GET", "/user/api-key", { token });
});

test("requests of others for an address do not hinder its registration", async () => {
  const email = newEmail();
  for (let i = 0; i < 12; i++) await read(Message, "POST", "/auth/magic-link", { body: { email } });
  await read(Message, "POST", "/auth/register", { body: { email, password } });
  const body = { token: tokenOf(await mailedLink(email, "Verify your email")) };
  await read(Message, "POST", "/auth/verify", { body });
});

test("of two registrations at once, one creates the account, and the mailed link works", async () => {
  const email = newEmail();
  const keysBefore = await db.$count(apiKeys);
  hashTogether(2);
  await Promise.all([1, 2].map(() => read(Message, "POST", "/auth/register", { body: { email, password } })));
  expect(await db.$count(accounts, eq(accounts.email, email))).toBe(1);
  expect(await db.$count(apiKeys)).toBe(keysBefore + 1);
  const link = await mailedLink(email, "Verify your email");
  await read(Message, "POST", "/auth/verify", { body: { token: tokenOf(link) } });
  expect(await db.$count(mails, eq(mails.recipient, email))).toBe(1);
  const { token } = await read(Session, "POST", "/auth/login", { body: { email, password } });
  await read(ApiKeyResponse, "GET", "/user/api-key", { token });
});

const UNVERIFIED = "Your account is not verified";
const VERIFY = "Verify your email";
const OTHER = "another password";

/** Two people register one address with different passwords. Returns the session of the first. */
async function contested(): Promise<{ email: string; token: string }> {
  const first = await registered();
  const body = { email: first.email, password: OTHER };
  const { message } = await read(Message, "POST", "/auth/register", { body });
  expect(message).toBe(SENTENCES.registered);
  return first;
}

/** Waits for this number of mails to the address, and checks that none of their links verifies it. */
async function expectDeadLinks(email: string, mails: number): Promise<void> {
  await expect.poll(() => sentTo(email)).toHaveLength(mails);
  const links = sentTo(email).filter((mail) => mail.startsWith(VERIFY));
  expect(links).not.toEqual([]);
  for (const mail of links) {
    const token = tokenOf(new URL(mail.replace(VERIFY, "").trim()));
    expect((await refusal("POST", "/auth/verify", { body: { token } })).body.code).toBe("invalid_token");
  }
}

test("an account that two people registered opens only to the owner of the mailbox", async () => {
  const { email, token: attackers } = await registered();
  const key = { name: "Attacker's", authorized_domains: ["evil.example"] };
  expect((await call("POST", "/public-keys", { token: attackers, body: key })).status).toBe(201);

  await read(Message, "POST", "/auth/register", { body: { email, password: OTHER } });
  const link = await mailedLink(email, UNVERIFIED);
  expect(link.pathname).toBe("/auth/magic");
  await expectDeadLinks(email, 2);
  for (const tried of [password, OTHER]) {
    const refused = await refusal("POST", "/auth/login", { body: { email, password: tried } });
    expect(refused.body.code).toBe("invalid_credentials");
  }
  expect((await call("GET", "/user/profile", { token: attackers })).status).toBe(401);

  const body = { token: tokenOf(link) };
  const { token } = await read(Session, "POST", "/auth/magic-link/consume", { body });
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  expect(profile).toMatchObject({ email, has_password: false, email_confirmed_at: expect.any(String) });
  expect((await read(PublicKeyList, "GET", "/public-keys", { token })).public_keys).toEqual([]);
  await read(ApiKeyResponse, "GET", "/user/api-key", { token });
});

test("after a second registration, the first person cannot cause another verification mail", async () => {
  const { email, token } = await contested();
  const asked = await refusal("POST", "/auth/resend-verification", { token });
  expect(asked.body.code).toBe("session_required");
  await read(Message, "POST", "/auth/register", { body: { email, password } });
  await expect.poll(() => sentTo(email)).toHaveLength(2);
  const subjects = sentTo(email).map((mail) => mail.replace(/ http.*/, ""));
  expect(subjects.sort()).toEqual([VERIFY, UNVERIFIED].sort());
});

test("a verification mail that is sent during a second registration verifies nothing", async () => {
  const { email } = await registered();
  await passMailPause(email);
  const hold = holdHash(password);
  const again = read(Message, "POST", "/auth/register", { body: { email, password } });
  await expect.poll(() => hold.isReached, { timeout: 30_000 }).toBe(true);
  await read(Message, "POST", "/auth/register", { body: { email, password: OTHER } });
  hold.isOver = true;
  await again;
  await expectDeadLinks(email, 3);
});

test("after a second registration, the owner of the mailbox can set a new password by mail", async () => {
  const { email } = await contested();
  await read(Message, "POST", "/auth/forgot-password", { body: { email } });
  const mine = { email, password: "the owner's password" };
  const body = { token: tokenOf(await mailedLink(email, "Set a new password")), password: mine.password };
  await read(Message, "POST", "/auth/reset-password", { body });
  const { token } = await read(Session, "POST", "/auth/login", { body: mine });
  await read(ApiKeyResponse, "GET", "/user/api-key", { token });
});

test("registering the address of a verified account changes nothing in it", async () => {
  const { email, token } = await verified();
  await read(Message, "POST", "/auth/register", { body: { email, password: OTHER } });
  await mailedLink(email, "You already have an account");
  await read(ApiKeyResponse, "GET", "/user/api-key", { token });
  await read(Session, "POST", "/auth/login", { body: { email, password } });
});

test.each([
  ["short", "1234567", SENTENCES.passwordTooShort],
  ["short in characters, long in UTF-16 units", "😀".repeat(7), SENTENCES.passwordTooShort],
  ["longer than 128 bytes", "ä".repeat(65), "Password must be at most 128 bytes long"],
])("a password that is %s is refused", async (_, wrong, message) => {
  const { status, body } = await refusal("POST", "/auth/register", {
    body: { email: newEmail(), password: wrong },
  });
  expect(status).toBe(400);
  expect(body.details).toEqual([{ path: "password", message }]);
});

test("eight characters of any script are a valid password", async () => {
  const body = { email: newEmail(), password: "日本語日本語日本" };
  await read(Message, "POST", "/auth/register", { body });
  await read(Session, "POST", "/auth/login", { body });
});
