import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { ActivityList } from "#contract/account/activity.ts";
import { ProfileResponse } from "#contract/account/profile.ts";
import { EmailConfirmed, Message, PendingEmailChange, Session } from "#contract/account/sign-in.ts";
import { accounts, emailChanges, pendingSignIns, sessions } from "#store/schema.ts";
import { newBuyer, stripe } from "../billing/test-buyer.ts";
import { db, sweepAt } from "../test-caller.ts";
import { accountOf } from "../test-second-factor.ts";
import {
  call,
  mailedLink,
  newEmail,
  PASSWORD,
  passMailPause,
  read,
  refusal,
  sentTo,
  sessionOf,
  signedIn,
  tokenOf,
  verified,
} from "../test-session.ts";

const TO_OLD = "Confirm the change of your email address";
const TO_NEW = "Confirm your new email address";

/** Requests a change to a new address and returns the tokens of both mails. */
async function requestChange(token: string, oldEmail: string, email = newEmail()) {
  const { message } = await read(Message, "POST", "/auth/change-email", { token, body: { email } });
  return {
    email,
    message,
    old: tokenOf(await mailedLink(oldEmail, TO_OLD)),
    new: tokenOf(await mailedLink(email, TO_NEW)),
  };
}

function confirm(token: string) {
  return read(EmailConfirmed, "POST", "/auth/confirm-email", { body: { token } });
}

async function expectRefused(token: string): Promise<void> {
  const { body } = await refusal("POST", "/auth/confirm-email", { body: { token } });
  expect(body.code).toBe("invalid_token");
}

async function emailOf(token: string): Promise<string> {
  return (await read(ProfileResponse, "GET", "/user/profile", { token })).profile.email;
}

async function pending(token: string) {
  return (await read(PendingEmailChange, "GET", "/user/email-change", { token })).email_change;
}

test("the address changes when both mailboxes have confirmed, and each link works once", async () => {
  const { email, token } = await verified();
  const { id: accountId } = await accountOf(email);
  const waiting = { hash: accountId, accountId, way: "magic_link", expiresAt: Date.now() + 60_000 } as const;
  await db.insert(pendingSignIns).values(waiting);
  const change = await requestChange(token, email);
  expect((await confirm(change.new)).changed).toBe(false);
  expect(await db.$count(pendingSignIns, eq(pendingSignIns.accountId, accountId))).toBe(1);
  await expectRefused(change.new);
  expect(await emailOf(token)).toBe(email);
  expect(await pending(token)).toMatchObject({
    email: change.email,
    old_confirmed: false,
    new_confirmed: true,
  });
  expect((await confirm(change.old)).changed).toBe(true);
  await expectRefused(change.old);
  expect(await emailOf(token)).toBe(change.email);
  expect(await pending(token)).toBeNull();
  expect(await db.$count(pendingSignIns, eq(pendingSignIns.accountId, accountId))).toBe(0);
  await read(Session, "POST", "/auth/login", { body: { email: change.email, password: PASSWORD } });
  expect((await call("POST", "/auth/login", { body: { email, password: PASSWORD } })).status).toBe(401);
  const { activities } = await read(ActivityList, "GET", "/user/activity", { token });
  const kinds = activities.map(({ kind }) => kind);
  expect(kinds).toEqual(["signed_in", "email_changed", "email_change_requested", "signed_in"]);
});

test("confirmations at the same time change the address once", async () => {
  const { email, token } = await signedIn();
  const change = await requestChange(token, email);
  const sent = [change.old, change.new, change.old, change.new];
  const responses = await Promise.all(
    sent.map((one) => call("POST", "/auth/confirm-email", { body: { token: one } })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 401, 401]);
  expect(await emailOf(token)).toBe(change.email);
});

test("a request for an address that has an account looks the same, and changes nothing", async () => {
  const owner = await signedIn();
  const { email, token } = await signedIn();
  const free = await requestChange(token, email);
  await passMailPause(email);
  const body = { email: owner.email };
  const taken = await read(Message, "POST", "/auth/change-email", { token, body });
  expect(taken.message).toBe(free.message);
  await expect.poll(() => sentTo(owner.email)).toEqual(["This address has an account already"]);
  await expect.poll(() => sentTo(email).length).toBe(2);
  await expectRefused(free.old);
  const link = new URL(sentTo(email).at(-1)?.slice(TO_OLD.length).trim() ?? "");
  expect((await confirm(tokenOf(link))).changed).toBe(false);
  expect(await pending(token)).toMatchObject({ email: owner.email, new_confirmed: false });
  expect(await emailOf(token)).toBe(email);
});

test("an address that another account takes meanwhile stays with that account", async () => {
  const [first, second] = [await signedIn(), await signedIn()];
  const email = newEmail();
  const one = await requestChange(first.token, first.email, email);
  await passMailPause(email);
  await read(Message, "POST", "/auth/change-email", { token: second.token, body: { email } });
  const old = tokenOf(await mailedLink(second.email, TO_OLD));
  await expect.poll(() => sentTo(email).length).toBe(2);
  const other = tokenOf(await mailedLink(email, TO_NEW));
  await confirm(one.new);
  await confirm(other);
  expect((await confirm(one.old)).changed).toBe(true);
  await expectRefused(old);
  expect(await emailOf(second.token)).toBe(second.email);
});

test("a change needs a fresh sign-in, a verified address and another address", async () => {
  const { accountId, email, token } = await signedIn();
  const same = await refusal("POST", "/auth/change-email", { token, body: { email } });
  expect(same.body.code).toBe("invalid_request");
  await db.update(sessions).set({ signedInAt: 0 }).where(eq(sessions.accountId, accountId));
  const old = await refusal("POST", "/auth/change-email", { token, body: { email: newEmail() } });
  expect(old.body.code).toBe("reauthentication_required");
  const unverified = await signedIn({ emailConfirmedAt: null });
  const body = { email: newEmail() };
  const refused = await refusal("POST", "/auth/change-email", { token: unverified.token, body });
  expect(refused.body.code).toBe("email_unverified");
  expect(await db.$count(emailChanges, eq(emailChanges.accountId, accountId))).toBe(0);
});

test("a canceled or expired change, and one before a change of the password, cannot be confirmed", async () => {
  const { email, token } = await verified();
  const canceled = await requestChange(token, email);
  expect((await call("DELETE", "/user/email-change", { token })).status).toBe(204);
  await expectRefused(canceled.new);

  await passMailPause(email);
  const before = await requestChange(token, email);
  const passwords = { current_password: PASSWORD, new_password: "another long password" };
  await read(Message, "POST", "/auth/change-password", { token, body: passwords });
  await expectRefused(before.new);

  const third = newEmail();
  await read(Message, "POST", "/auth/change-email", { token, body: { email: third } });
  const late = tokenOf(await mailedLink(third, TO_NEW));
  await db.update(emailChanges).set({ expiresAt: sql`created_at` }).where(eq(emailChanges.newEmail, third));
  await expectRefused(late);
  await sweepAt(Date.now());
  expect(await db.$count(emailChanges, eq(emailChanges.newEmail, third))).toBe(0);
});

test("a new address gets no second email within the pause", async () => {
  const { email, token } = await signedIn();
  const change = await requestChange(token, email);
  const again = await refusal("POST", "/auth/change-email", { token, body: { email: change.email } });
  expect(again.body.code).toBe("rate_limited");
  expect((await confirm(change.old)).changed).toBe(false);
  expect((await confirm(change.new)).changed).toBe(true);
});

test("the Stripe customer gets the new address, and used free credits stay with the old mailbox", async () => {
  const buyer = await newBuyer({ creditsUsed: 7 });
  await buyer.subscribe("starter");
  await db.update(accounts).set({ creditsUsed: 7 }).where(eq(accounts.id, buyer.accountId));
  const { email } = await buyer.account();
  const token = await sessionOf(buyer.accountId);
  const change = await requestChange(token, email);
  await confirm(change.old);
  await confirm(change.new);
  await sweepAt(Date.now());
  expect(await stripe.customers.retrieve(await buyer.customer())).toMatchObject({ email: change.email });
  expect((await buyer.account()).stripeEmailDue).toBe(false);
  const next = await verified(email);
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token: next.token });
  expect(profile.credits_used).toBe(7);
});
