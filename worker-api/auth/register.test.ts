import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ApiKeyAnswer, Message, ProfileAnswer, Session } from "#contract/account.ts";
import { ERRORS } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { accounts, apiKeys, mails } from "#store/schema.ts";
import { db } from "../test-caller.ts";
import { hashTogether } from "../test-hashing.ts";
import {
  call,
  mailedLink,
  newEmail,
  PASSWORD as password,
  read,
  refusal,
  registered,
  sentTo,
  tokenOf,
} from "../test-session.ts";

const HOUR_MS = 3_600_000;

test("a new account gets a verification mail, and its key once the address is confirmed", async () => {
  const email = newEmail();
  const { message } = await read(Message, "POST", "/auth/register", { body: { email, password } });
  expect(message).toBe(SENTENCES.registered);

  const { token } = await read(Session, "POST", "/auth/login", { body: { email, password } });
  const before = await read(ProfileAnswer, "GET", "/user/profile", { token });
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

  const after = await read(ProfileAnswer, "GET", "/user/profile", { token });
  expect(after.profile.email_confirmed_at).not.toBeNull();
  const { api_key } = await read(ApiKeyAnswer, "GET", "/user/api-key", { token });
  expect(api_key.key).toMatch(/^sk_live_/);
  const answer = await call("GET", "/jobs/job_none", { headers: { "x-api-key": api_key.key } });
  expect(answer.status).toBe(404);
});

test("registering an address that has an account answers the same, and tells only its mailbox", async () => {
  const { email } = await registered();
  const body = { email: ` ${email.toUpperCase()}`, password: "another password" };
  const { message } = await read(Message, "POST", "/auth/register", { body });
  expect(message).toBe(SENTENCES.registered);
  const link = await mailedLink(email, "You already have an account");
  expect(link.pathname).toBe("/auth/magic");
  const refused = await refusal("POST", "/auth/login", { body: { email, password: "another password" } });
  expect(refused.body.code).toBe("invalid_credentials");
});

test("registering again before verifying sends the verification mail again", async () => {
  const email = newEmail();
  await read(Message, "POST", "/auth/register", { body: { email, password } });
  const first = await mailedLink(email, "Verify your email");
  await read(Message, "POST", "/auth/register", { body: { email, password } });
  const { token } = await read(Session, "POST", "/auth/login", { body: { email, password } });
  await read(Message, "POST", "/auth/verify", { body: { token: tokenOf(first) } });
  await read(ApiKeyAnswer, "GET", "/user/api-key", { token });
});

test("an address that had its mails of the hour gets no account before it can have the mail to it", async () => {
  const email = newEmail();
  for (let i = 0; i < LIMITS.linkMailsPerHour; i++) {
    await read(Message, "POST", "/auth/magic-link", { body: { email } });
  }
  const keysBefore = await db.$count(apiKeys);
  const refused = await refusal("POST", "/auth/register", { body: { email, password } });
  expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(await db.$count(accounts, eq(accounts.email, email))).toBe(0);
  expect(await db.$count(apiKeys)).toBe(keysBefore);

  await db
    .update(mails)
    .set({ createdAt: Date.now() - HOUR_MS })
    .where(eq(mails.recipient, email));
  await read(Message, "POST", "/auth/register", { body: { email, password } });
  const body = { token: tokenOf(await mailedLink(email, "Verify your email")) };
  await read(Message, "POST", "/auth/verify", { body });
});

test("of two registrations at once one makes the account, and every link that was mailed works", async () => {
  const email = newEmail();
  const keysBefore = await db.$count(apiKeys);
  hashTogether(2);
  await Promise.all([1, 2].map(() => read(Message, "POST", "/auth/register", { body: { email, password } })));
  expect(await db.$count(accounts, eq(accounts.email, email))).toBe(1);
  expect(await db.$count(apiKeys)).toBe(keysBefore + 1);
  await expect.poll(() => sentTo(email)).toHaveLength(2);
  for (const mail of sentTo(email)) {
    const link = new URL(mail.replace("Verify your email", "").trim());
    await read(Message, "POST", "/auth/verify", { body: { token: tokenOf(link) } });
  }
  const { token } = await read(Session, "POST", "/auth/login", { body: { email, password } });
  await read(ApiKeyAnswer, "GET", "/user/api-key", { token });
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

test("eight characters of any script are a password", async () => {
  const body = { email: newEmail(), password: "日本語日本語日本" };
  await read(Message, "POST", "/auth/register", { body });
  await read(Session, "POST", "/auth/login", { body });
});
