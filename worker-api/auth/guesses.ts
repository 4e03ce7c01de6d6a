/** Guesses at a password: sign-in, confirmation and change share one count for each address. */
import type { Context } from "hono";
import { LIMITS } from "#contract/limits.ts";
import type { AccountRow } from "#store/accounts/accounts.ts";
import { countGuess } from "#store/accounts/sign-in-guesses.ts";
import { noteActivity } from "#store/activity/activity.ts";
import type { AppEnv } from "../http/app-env.ts";
import { deviceOf } from "../http/device.ts";
import { pauseError } from "../http/sign-in-pause.ts";
import { post } from "../mail/outbox.ts";

const DAY_MS = 86_400_000;

function sentence(wait: string): string {
  return `Too many wrong passwords. Use a magic link to sign in, or try your password again in ${wait}.`;
}

/**
 * Counts one guess and returns how many there were in a row. Throws `sign_in_paused` during a pause, whatever the
 * password: a different response to the right one would confirm a guess.
 */
export async function countPasswordGuess(c: Context<AppEnv>, email: string): Promise<number> {
  const now = Date.now();
  const guess = await countGuess(c.var.db, { email }, now);
  if ("pausedUntil" in guess) throw pauseError(guess.pausedUntil, now, sentence);
  return guess.guesses;
}

/**
 * Call it after a wrong password: notes each pause in the account's activity, and mails the owner when the first one
 * begins, at most once a day.
 */
export function noteWrongPassword(c: Context<AppEnv>, account: AccountRow | null, guesses: number): void {
  if (guesses < LIMITS.guessesBeforePause || !account) return;
  const act = { accountId: account.id, kind: "sign_in_paused", device: deviceOf(c) } as const;
  c.executionCtx.waitUntil(noteActivity(c.var.db, act, Date.now()));
  if (guesses !== LIMITS.guessesBeforePause || !account.emailConfirmedAt) return;
  const day = Math.floor(Date.now() / DAY_MS);
  c.executionCtx.waitUntil(
    post(c.env, c.var.db, {
      to: account.email,
      accountId: account.id,
      dedupeKey: `sign_in_paused:${account.id}:${day}`,
      content: { template: "sign_in_paused", link: `${c.env.PUBLIC_ORIGIN}/auth` },
    }),
  );
}
