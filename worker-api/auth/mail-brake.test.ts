/** The brake: the mails that people without a sign-in can request within an hour, over all addresses and clients. */
import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { Message } from "#contract/account/sign-in.ts";
import { ERRORS } from "#contract/errors.ts";
import { PLANS } from "#contract/plans.ts";
import { accounts, mails } from "#store/schema.ts";
import { noticeCredits } from "../mail/notice-credits.ts";
import { db } from "../test-caller.ts";
import {
  call,
  mailedLink,
  newEmail,
  PASSWORD as password,
  read,
  refusal,
  registered,
  sentTo,
  signedIn,
  tokenOf,
} from "../test-session.ts";

const HALF_AN_HOUR_MS = 1_800_000;
const STRANGER = "stranger@example.com";

/** Stores as many requested mails as an hour may have, half an hour ago. */
async function useUpTheHour(): Promise<void> {
  const at = Date.now() - HALF_AN_HOUR_MS;
  await db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${Number(env.MAILS_PER_HOUR)})
    insert into mails (id, recipient, template, payload, requested, created_at, sent_at)
    select 'mail_stranger_' || i, ${STRANGER}, 'no_account', '', 1, ${at}, ${at} from n`);
}

afterEach(() => db.delete(mails).where(eq(mails.recipient, STRANGER)));

test("after the hour's mails, requests for known and unknown addresses are refused alike, with the time to wait", async () => {
  const { email: known } = await signedIn();
  const waiting = await registered();
  await useUpTheHour();
  // The brake is logged once a minute, and the test of another file may just have done that.
  const clock = Date.now;
  const later = vi.spyOn(Date, "now").mockImplementation(() => clock() + 61_000);
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fresh = newEmail();
  const refusals = [
    await refusal("POST", "/auth/magic-link", { body: { email: known } }),
    await refusal("POST", "/auth/magic-link", { body: { email: fresh } }),
    await refusal("POST", "/auth/forgot-password", { body: { email: known } }),
    await refusal("POST", "/auth/forgot-password", { body: { email: fresh } }),
    await refusal("POST", "/auth/register", { body: { email: known, password } }),
    await refusal("POST", "/auth/register", { body: { email: fresh, password } }),
    await refusal("POST", "/auth/resend-verification", { token: waiting.token }),
  ];
  for (const { status, body, headers } of refusals) {
    expect({ status, body }).toEqual({
      status: ERRORS.email_paused.status,
      body: { code: "email_paused", error: ERRORS.email_paused.message },
    });
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(1_500);
    expect(seconds).toBeLessThanOrEqual(1_800);
  }
  expect(await db.$count(accounts, eq(accounts.email, fresh))).toBe(0);
  expect(errors.mock.calls.flat().join()).toContain('"event":"mail_brake"');
  later.mockRestore();
});

test("a request that would repeat a mail is refused like any other, because a difference would name the address", async () => {
  const { email } = await signedIn();
  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  await useUpTheHour();
  const refused = await refusal("POST", "/auth/magic-link", { body: { email } });
  expect(refused.body.code).toBe("email_paused");
});

test("the brake does not hold notices of an account, and releases requests after the hour", async () => {
  const { accountId, email } = await signedIn();
  await useUpTheHour();
  const limit = PLANS.free.creditsPerMonth;
  await noticeCredits(env, db, accountId, limit, limit);
  await expect.poll(() => sentTo(email)).toEqual([expect.stringContaining("You have used all")]);

  await db
    .update(mails)
    .set({ createdAt: sql`created_at - ${HALF_AN_HOUR_MS}` })
    .where(eq(mails.recipient, STRANGER));
  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  await mailedLink(email, "Your sign-in link");
});

test("a second registration invalidates verification links even when no mail can be sent", async () => {
  const { email } = await registered();
  const link = await mailedLink(email, "Verify your email");
  await useUpTheHour();
  const body = { email, password: "another password" };
  expect((await refusal("POST", "/auth/register", { body })).body.code).toBe("email_paused");
  const used = await call("POST", "/auth/verify", { body: { token: tokenOf(link) } });
  expect(used.status).toBe(401);
});
