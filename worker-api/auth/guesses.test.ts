/** Wrong passwords: the pauses, what ends them, and that they do not show who has an account. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Message, Session } from "#contract/account/sign-in.ts";
import { LIMITS } from "#contract/limits.ts";
import { mails, signInGuesses } from "#store/schema.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { db, sweepAt } from "../test-caller.ts";
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
  verified,
} from "../test-session.ts";

const MINUTE_MS = 60_000;
const PAUSED = "Signing in with your password is paused";
const WRONG = "wrong password";

/** Sets the count for an address, as if its last wrong password was just entered. */
async function setGuesses(email: string, guesses: number, pausedUntil = 0): Promise<void> {
  const row = { subject: sha256Hex(email), guesses, guessedAt: Date.now(), pausedUntil };
  await db.insert(signInGuesses).values(row).onConflictDoUpdate({ target: signInGuesses.subject, set: row });
}

function login(email: string, tried: string): Promise<Response> {
  return call("POST", "/auth/login", { body: { email, password: tried } });
}

async function pauseOf(email: string): Promise<number> {
  const [row] = await db
    .select()
    .from(signInGuesses)
    .where(eq(signInGuesses.subject, sha256Hex(email)));
  return (row?.pausedUntil ?? 0) - (row?.guessedAt ?? 0);
}

test("ten wrong passwords in a row pause sign-in, also with the right password, and mail the owner once a day", async () => {
  const { email } = await verified();
  for (let i = 0; i < 2; i++) {
    await setGuesses(email, LIMITS.guessesBeforePause - 1);
    expect((await login(email, WRONG)).status).toBe(401);
  }
  const refused = await refusal("POST", "/auth/login", { body: { email, password } });
  expect(refused).toMatchObject({ status: 429, body: { code: "sign_in_paused" } });
  expect(refused.body.error).toContain("magic link");
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  await mailedLink(email, PAUSED);
  expect(sentTo(email).filter((mail) => mail.startsWith(PAUSED))).toHaveLength(1);
});

test("an address without an account is paused alike, and gets no mail", async () => {
  const [known, unknown] = [(await verified()).email, newEmail()];
  const responses = [];
  for (const email of [known, unknown]) {
    await setGuesses(email, LIMITS.guessesBeforePause - 1);
    const wrong = await refusal("POST", "/auth/login", { body: { email, password: WRONG } });
    const paused = await refusal("POST", "/auth/login", { body: { email, password: WRONG } });
    responses.push([wrong.status, wrong.body, paused.status, paused.body]);
  }
  expect(responses[1]).toEqual(responses[0]);
  expect(await db.$count(mails, eq(mails.recipient, unknown))).toBe(0);
});

test("guesses at the same time get no extra tries", async () => {
  const { email } = await registered();
  await setGuesses(email, LIMITS.guessesBeforePause - 3);
  const responses = await Promise.all(Array.from({ length: 6 }, () => login(email, WRONG)));
  expect(responses.map((response) => response.status).sort()).toEqual([401, 401, 401, 429, 429, 429]);
});

test("each wrong password after a pause doubles the next one, up to an hour", async () => {
  const email = newEmail();
  const pauses = [];
  for (let i = 0; i < 8; i++) {
    await setGuesses(email, LIMITS.guessesBeforePause - 1 + i);
    expect((await login(email, WRONG)).status).toBe(401);
    pauses.push((await pauseOf(email)) / MINUTE_MS);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test("a successful sign-in starts the count again", async () => {
  const { email } = await registered();
  await setGuesses(email, LIMITS.guessesBeforePause - 1);
  await read(Session, "POST", "/auth/login", { body: { email, password } });
  expect((await login(email, WRONG)).status).toBe(401);
  expect((await login(email, password)).status).toBe(200);
});

test("during a pause the magic link signs in, and ends the pause", async () => {
  const { email } = await verified();
  await setGuesses(email, 20, Date.now() + 30 * MINUTE_MS);
  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  const body = { token: tokenOf(await mailedLink(email, "Your sign-in link")) };
  await read(Session, "POST", "/auth/magic-link/consume", { body });
  expect((await login(email, password)).status).toBe(200);
});

test("during a pause a reset link sets a new password, and ends the pause", async () => {
  const { email } = await verified();
  await setGuesses(email, 20, Date.now() + 30 * MINUTE_MS);
  await read(Message, "POST", "/auth/forgot-password", { body: { email } });
  const token = tokenOf(await mailedLink(email, "Set a new password"));
  await read(Message, "POST", "/auth/reset-password", { body: { token, password: "a new password" } });
  expect((await login(email, "a new password")).status).toBe(200);
});

test("wrong current passwords count too, so a stolen session cannot guess on", async () => {
  const { email, token } = await registered();
  await setGuesses(email, LIMITS.guessesBeforePause - 1);
  const change = { current_password: WRONG, new_password: "a new password" };
  const wrong = await refusal("POST", "/auth/change-password", { token, body: change });
  expect(wrong.body.code).toBe("wrong_password");
  const confirm = await refusal("POST", "/auth/confirm-password", { token, body: { password } });
  expect(confirm.body.code).toBe("sign_in_paused");
});

test("wrong passwords are forgotten a day after the last one", async () => {
  const email = newEmail();
  await setGuesses(email, 5);
  const count = () => db.$count(signInGuesses, eq(signInGuesses.subject, sha256Hex(email)));
  await sweepAt(Date.now() + (LIMITS.guessMemoryHours - 1) * 3_600_000);
  expect(await count()).toBe(1);
  await sweepAt(Date.now() + (LIMITS.guessMemoryHours + 1) * 3_600_000);
  expect(await count()).toBe(0);
});
