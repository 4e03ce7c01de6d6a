import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ProfileResponse } from "#contract/account/profile.ts";
import { PERIOD_DAYS, PLANS } from "#contract/plans.ts";
import { accounts, usedFreeCredits } from "#store/schema.ts";
import { addJob, creditsOf } from "#store/test-account.ts";
import { db, sweepAt } from "../test-caller.ts";
import {
  call,
  mailedLink,
  newEmail,
  read,
  registered,
  signedIn,
  tokenOf,
  verified,
} from "../test-session.ts";

const DAY_MS = 86_400_000;

async function profileOf(token: string) {
  return (await read(ProfileResponse, "GET", "/user/profile", { token })).profile;
}

/** An account of the address that used credits and is deleted. Returns the end of its period. */
async function deletedAfter(credits: number, email: string, now = Date.now()): Promise<number> {
  const periodEnd = now + 12 * DAY_MS;
  const { token } = await signedIn({ email, creditsUsed: credits, periodEnd });
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
  return periodEnd;
}

test("an account of the same mailbox continues with the used credits and the period", async () => {
  const email = newEmail();
  const periodEnd = await deletedAfter(49, email);
  const { token } = await verified(email);
  const { id, credits_used, monthly_credits, subscription_period_end } = await profileOf(token);
  expect({ credits_used, monthly_credits }).toEqual({ credits_used: 49, monthly_credits: 50 });
  expect(Date.parse(subscription_period_end)).toBe(periodEnd);
  expect(await creditsOf(db, id)).toEqual({ used: 49, ledger: 49 });
  await addJob(db, id, Date.now());
  await expect(addJob(db, id, Date.now())).rejects.toThrow("credits_exhausted");
});

test("a plus tag makes no other mailbox, and deleting again changes nothing", async () => {
  const [name, domain] = newEmail().split("@");
  await deletedAfter(30, `${name}@${domain}`);
  const second = await verified(`${name}+second@${domain}`);
  expect(await profileOf(second.token)).toMatchObject({ credits_used: 30 });
  await call("DELETE", "/user/account", { token: second.token });
  const third = await verified(`${name}+third@${domain}`);
  expect(await profileOf(third.token)).toMatchObject({ credits_used: 30 });
});

test("before the mailbox is confirmed, an account shows nothing of what the mailbox has used", async () => {
  const email = newEmail();
  await deletedAfter(20, email);
  const { token } = await registered(email);
  expect(await profileOf(token)).toMatchObject({ credits_used: 0, email_confirmed_at: null });
});

test.each(["magic-link", "reset-password"])("the credits count also after a %s", async (way) => {
  const email = newEmail();
  await deletedAfter(20, email);
  await registered(email);
  if (way === "magic-link") {
    await call("POST", "/auth/magic-link", { body: { email } });
    const link = tokenOf(await mailedLink(email, "Your sign-in link"));
    expect((await call("POST", "/auth/magic-link/consume", { body: { token: link } })).status).toBe(200);
  } else {
    await call("POST", "/auth/forgot-password", { body: { email } });
    const link = tokenOf(await mailedLink(email, "Set a new password"));
    const body = { token: link, password: "another good password" };
    expect((await call("POST", "/auth/reset-password", { body })).status).toBe(200);
  }
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email));
  expect(account).toMatchObject({ creditsUsed: 20 });
  expect(await creditsOf(db, account?.id ?? "")).toEqual({ used: 20, ledger: 20 });
});

test("another mailbox has all its credits, and so has an account that used none", async () => {
  await deletedAfter(20, newEmail());
  const unused = newEmail();
  await deletedAfter(0, unused);
  for (const email of [newEmail(), unused]) {
    const { token } = await verified(email);
    expect(await profileOf(token)).toMatchObject({ credits_used: 0 });
  }
});

test("credits of a paid plan count as free credits at most", async () => {
  const email = newEmail();
  const { token } = await signedIn({ email, tier: "pro", creditsUsed: 700 });
  await call("DELETE", "/user/account", { token });
  const { token: again } = await verified(email);
  expect(await profileOf(again)).toMatchObject({
    tier: "free",
    credits_used: PLANS.free.creditsPerMonth,
  });
});

test("what is remembered names no address and is deleted within 30 days", async () => {
  const email = newEmail();
  await deletedAfter(20, email);
  const rows = await db.select().from(usedFreeCredits);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(JSON.stringify(row)).not.toContain(email.split("@")[0]);
    expect(row.periodEnd).toBeLessThanOrEqual(Date.now() + PERIOD_DAYS * DAY_MS);
  }
  await sweepAt(Date.now() + PERIOD_DAYS * DAY_MS);
  expect(await db.$count(usedFreeCredits)).toBe(0);
});
