import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { CREDIT_THRESHOLDS, PLANS } from "#contract/plans.ts";
import { insertMail } from "#store/mail/mails.ts";
import { accounts, mails } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { db, newCaller, sweepAt } from "../test-caller.ts";
import { newEmail, sentTo, signedIn } from "../test-session.ts";
import type { MailContent } from "./content.ts";
import { deliver, deliverBatch } from "./deliver.ts";
import { noticeCredits, reachedPercent } from "./notice-credits.ts";
import { noticeSpending, reachedSpending } from "./notice-spending.ts";
import { compose } from "./outbox.ts";
import { toHtml, toText } from "./render.ts";
import { write } from "./templates.ts";

class MailError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** An environment whose mail service fails with each of `failures` in order, and then sends. */
function mailing(...failures: string[]) {
  const sent: EmailMessageBuilder[] = [];
  const EMAIL = {
    async send(message: EmailMessageBuilder) {
      const failure = failures.shift();
      if (failure !== undefined) throw new MailError(failure);
      sent.push(message);
      return { messageId: "m" };
    },
  };
  const mailed: typeof env = Object.create(env, { EMAIL: { value: EMAIL } });
  return { sent, env: mailed };
}

async function inOutbox(content: MailContent, now: number): Promise<{ id: string; email: string }> {
  const email = newEmail();
  const mail = await compose(env, { to: email, accountId: null, content });
  await insertMail(db, mail, now);
  return { id: mail.id, email };
}

async function rowOf(id: string) {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row;
}

const HOUR_MS = 3_600_000;
const NOTE: MailContent = { template: "password_changed" };
const LINK = "https://platen.test/auth/magic#token=secret";

test("a mail is sent once, however often its message arrives, and its content is deleted", async () => {
  const now = Date.now();
  const { id, email } = await inOutbox(NOTE, now);
  const post = mailing();
  expect(await Promise.all([deliver(post.env, id, now), deliver(post.env, id, now)])).toEqual([null, null]);
  expect(await deliver(post.env, id, now + 3_600_000)).toBeNull();
  expect(post.sent).toHaveLength(1);
  expect(post.sent[0]).toMatchObject({
    to: email,
    from: { email: env.MAIL_FROM },
    subject: "Your password was changed",
    // No mailbox sends a note of absence for it (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
  });
  expect(await rowOf(id)).toMatchObject({ payload: "", attempts: 1, failedReason: null });
});

test("a mail that could not be sent is retried with growing delays", async () => {
  let now = Date.now();
  const { id } = await inOutbox(NOTE, now);
  const post = mailing("E_RATE_LIMIT_EXCEEDED", "E_DELIVERY_FAILED");
  const first = (await deliver(post.env, id, now)) ?? 0;
  expect(await deliver(post.env, id, now), "not before it is due").toBeNull();
  now += first * 1_000;
  const second = (await deliver(post.env, id, now)) ?? 0;
  expect(second).toBeGreaterThan(first);
  now += second * 1_000;
  expect(await deliver(post.env, id, now)).toBeNull();
  expect(post.sent).toHaveLength(1);
});

test("a permanently refused address is not tried again, and a mail that always fails is abandoned", async () => {
  let now = Date.now();
  const refused = await inOutbox(NOTE, now);
  expect(await deliver(mailing("E_RECIPIENT_SUPPRESSED").env, refused.id, now)).toBeNull();
  expect(await rowOf(refused.id)).toMatchObject({ failedReason: "E_RECIPIENT_SUPPRESSED", payload: "" });

  const hopeless = await inOutbox(NOTE, now);
  let tries = 0;
  for (let wait: number | null = 0; wait !== null; tries++) {
    now += wait * 1_000;
    wait = await deliver(mailing("E_DELIVERY_FAILED").env, hopeless.id, now);
  }
  expect(tries).toBe(10);
  expect(await rowOf(hopeless.id)).toMatchObject({ failedReason: "E_DELIVERY_FAILED" });
});

test("a mail that meets the day's quota is tried each hour until the next day, and is then sent", async () => {
  const begin = Date.now();
  const { id } = await inOutbox(NOTE, begin);
  let now = begin;
  for (; now < begin + 24 * HOUR_MS; now += HOUR_MS) {
    expect(await deliver(mailing("E_DAILY_LIMIT_EXCEEDED").env, id, now)).toBe(HOUR_MS / 1_000);
  }
  // The next fault of another kind is the first one that counts.
  const wait = (await deliver(mailing("E_DELIVERY_FAILED").env, id, now)) ?? 0;
  const post = mailing();
  expect(await deliver(post.env, id, now + wait * 1_000)).toBeNull();
  expect(post.sent).toHaveLength(1);
});

test("a mail that meets the quota for more than a day is abandoned", async () => {
  const begin = Date.now();
  const { id } = await inOutbox(NOTE, begin);
  let now = begin;
  let wait: number | null = 0;
  while (wait !== null && now < begin + 7 * 24 * HOUR_MS) {
    now += wait * 1_000;
    wait = await deliver(mailing("E_DAILY_LIMIT_EXCEEDED").env, id, now);
  }
  expect(now - begin).toBeGreaterThan(24 * HOUR_MS);
  expect(await rowOf(id)).toMatchObject({ failedReason: "E_DAILY_LIMIT_EXCEEDED", payload: "" });
});

test("a mail whose link has expired is not sent", async () => {
  const now = Date.now();
  const { id } = await inOutbox({ template: "magic_link", link: LINK, expiresAt: now }, now);
  const post = mailing();
  expect(await deliver(post.env, id, now)).toBeNull();
  expect(post.sent).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ failedReason: "expired" });
});

test("a malformed message does not affect its batch", async () => {
  const { id } = await inOutbox(NOTE, Date.now());
  const post = mailing();
  const bodies = [{ surprise: true }, { v: 1, mailId: "mail_none" }, { v: 1, mailId: id }];
  const batch = createMessageBatch(
    "platen-mails",
    bodies.map((body) => ({ id: newId("mail"), timestamp: new Date(), attempts: 1, body })),
  );
  await deliverBatch(batch, post.env);
  const result = await getQueueResult(batch, createExecutionContext());
  expect(result.explicitAcks).toHaveLength(3);
  expect(post.sent).toHaveLength(1);
});

test("the outbox is encrypted", async () => {
  const { id } = await inOutbox(
    { template: "reset", link: LINK, expiresAt: Date.now() + 60_000 },
    Date.now(),
  );
  expect(JSON.stringify(await rowOf(id))).not.toContain("secret");
});

const everyMail: MailContent[] = [
  { template: "verify", link: LINK, expiresAt: 0 },
  { template: "magic_link", link: LINK, expiresAt: 0 },
  { template: "reset", link: LINK, expiresAt: 0 },
  { template: "account_exists", link: LINK, expiresAt: 0 },
  { template: "account_unverified", link: LINK, expiresAt: 0 },
  { template: "no_account", link: LINK },
  { template: "password_changed" },
  { template: "key_rotated", link: LINK, oldKeyUntil: null },
  { template: "sign_in_paused", link: LINK },
  { template: "credits", percent: 75, used: 38, limit: 50, periodEnd: 0, overage: false, link: LINK },
  { template: "spending", percent: 80, spentMillis: 7_200, capCents: 900, periodEnd: 0, link: LINK },
  { template: "account_deleted" },
];

test.each(everyMail)(
  "mail $template says the same as HTML and as text, and loads nothing",
  async (content) => {
    const letter = write(content);
    const [html, text] = [await toHtml(letter), toText(letter)];
    for (const paragraph of letter.paragraphs) expect(text).toContain(paragraph);
    expect(html).toContain(letter.subject);
    if ("link" in content) {
      expect(text).toContain(LINK);
      expect(html).toContain(`href="${LINK}"`);
    }
    expect(html).not.toMatch(/<(img|script|link|style)\b|url\(/);
  },
);

test("the values in a mail cannot become markup", async () => {
  const html = await toHtml({ subject: "<b>&", paragraphs: ['"><script>'] });
  expect(html).toContain("&lt;b&gt;&amp;");
  expect(html).not.toContain("<script>");
});

test("exactly three credits of a plan cause a notice", () => {
  for (const { creditsPerMonth: limit } of Object.values(PLANS)) {
    const noticed = Array.from({ length: 2 * limit }, (_, used) => reachedPercent(used, limit));
    expect(noticed.filter((percent) => percent !== null)).toEqual(Object.values(CREDIT_THRESHOLDS));
  }
});

test("each notice is sent once per period, even if the credit is refunded and used again", async () => {
  const { accountId, email } = await signedIn();
  const limit = PLANS.free.creditsPerMonth;
  for (let used = 30; used <= limit + 1; used++) await noticeCredits(env, db, accountId, used, limit);
  for (let used = 30; used <= limit + 1; used++) await noticeCredits(env, db, accountId, used, limit);
  await expect
    .poll(() =>
      sentTo(email)
        .map((mail) => mail.replace(/ http.*/, ""))
        .sort(),
    )
    .toEqual([
      "You have used 75% of your monthly credits",
      "You have used 90% of your monthly credits",
      "You have used all of your monthly credits",
    ]);
});

test("an unconfirmed address gets no notices", async () => {
  const { accountId, email } = await signedIn({ emailConfirmedAt: null });
  await noticeCredits(env, db, accountId, 50, 50);
  expect(await db.$count(mails, eq(mails.recipient, email))).toBe(0);
});

test("a job that reaches a threshold sends the notice", async () => {
  const { accountId, call } = await newCaller({ creditsUsed: 37 });
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  const response = await call("POST", "/jobs", { body: { url: "https://example.com/" } });
  expect(response.status).toBe(202);
  await expect
    .poll(() => sentTo(account?.email ?? ""))
    .toEqual([expect.stringContaining(`You have used ${CREDIT_THRESHOLDS.warning}%`)]);
});

test("overage credits send a mail at 50, 80 and 100 % of the cap, once per period", async () => {
  const fields = {
    tier: "starter",
    creditsUsed: PLANS.starter.creditsPerMonth,
    overageEnabled: true,
  } as const;
  const price = PLANS.starter.overageMillis;
  const { accountId, call } = await newCaller({ ...fields, spendingCapCents: (10 * price) / 10 });
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  const send = () => call("POST", "/jobs", { body: { url: "https://example.com/" } });
  for (let credit = 1; credit <= 10; credit++) expect((await send()).status).toBe(202);
  const subjects = () =>
    sentTo(account?.email ?? "")
      .map((mail) => mail.replace(/ http.*/, ""))
      .sort();
  await expect
    .poll(subjects)
    .toEqual([
      "You have reached your spending cap",
      "You have used 50% of your spending cap",
      "You have used 80% of your spending cap",
    ]);
  await noticeSpending(env, db, { accountId, tier: "starter" }, { spentMillis: 10 * price, capCents: price });
  expect(await db.$count(mails, eq(mails.accountId, accountId))).toBe(3);
});

test("each overage credit that passes a threshold of the cap causes one notice, the highest one", () => {
  const noticed = (capCents: number, credits: number) =>
    Array.from({ length: credits }, (_, index) =>
      reachedSpending("starter", { spentMillis: (index + 1) * PLANS.starter.overageMillis, capCents }),
    ).filter((percent) => percent !== null);
  expect(noticed(900, 180)).toEqual([50, 80, 100]);
  expect(noticed(703, 140)).toEqual([50, 80, 100]);
  expect(noticed(5, 1)).toEqual([100]);
});

test("mails to an address without an account are deleted after a day", async () => {
  const now = Date.now();
  const { id } = await inOutbox({ template: "no_account", link: LINK }, now);
  await sweepAt(now + 23 * 3_600_000);
  expect(await rowOf(id)).toBeDefined();
  await sweepAt(now + 25 * 3_600_000);
  expect(await rowOf(id)).toBeUndefined();
});
