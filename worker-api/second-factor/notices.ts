/** What the owner of an account gets to know about its second factor: entries of the activity, and mails. */
import type { Context } from "hono";
import type { SecondFactor } from "#contract/account/second-factor.ts";
import { LIMITS } from "#contract/limits.ts";
import { noteActivity } from "#store/activity/activity.ts";
import { factorsOf } from "#store/second-factor/second-factor.ts";
import type { AppEnv } from "../http/app-env.ts";
import { deviceOf } from "../http/device.ts";
import type { FactorChange } from "../mail/content.ts";
import { post } from "../mail/outbox.ts";

const DAY_MS = 86_400_000;

export interface Owner {
  id: string;
  email: string;
}

/** Mails the owner that a second factor was changed or used. */
export function mailFactorChange(c: Context<AppEnv>, { id, email }: Owner, change: FactorChange): void {
  const link = `${c.env.PUBLIC_ORIGIN}/settings`;
  c.executionCtx.waitUntil(
    post(c.env, c.var.db, {
      to: email,
      accountId: id,
      content: { template: "second_factor_changed", change, link },
    }),
  );
}

/** Mails the owner about a new factor. */
export function mailAddedFactor(
  c: Context<AppEnv>,
  owner: Owner,
  factor: SecondFactor,
  isFirst: boolean,
): void {
  mailFactorChange(c, owner, isFirst ? "on" : `${factor}_added`);
}

/** Mails the owner about a removed factor. */
export async function mailRemovedFactor(
  c: Context<AppEnv>,
  owner: Owner,
  factor: SecondFactor,
): Promise<void> {
  const left = await factorsOf(c.var.db, owner.id);
  mailFactorChange(c, owner, left.length === 0 ? "off" : `${factor}_removed`);
}

/**
 * Notes each pause, and mails the owner when the first one begins, at most once a day: the first step was right, so
 * somebody else may have the password or the mailbox.
 */
export function noteWrongCode(c: Context<AppEnv>, { id, email }: Owner, guesses: number): void {
  if (guesses < LIMITS.guessesBeforePause) return;
  const now = Date.now();
  const act = {
    accountId: id,
    kind: "sign_in_paused",
    detail: "second_factor",
    device: deviceOf(c),
  } as const;
  c.executionCtx.waitUntil(noteActivity(c.var.db, act, now));
  if (guesses !== LIMITS.guessesBeforePause) return;
  c.executionCtx.waitUntil(
    post(c.env, c.var.db, {
      to: email,
      accountId: id,
      dedupeKey: `second_factor_paused:${id}:${Math.floor(now / DAY_MS)}`,
      content: { template: "second_factor_paused" },
    }),
  );
}
