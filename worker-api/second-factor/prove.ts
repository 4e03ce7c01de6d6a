/** The second step of a sign-in or of a confirmation: a code, a passkey or a recovery code. */
import type { Context } from "hono";
import type { FactorProof, SecondFactor } from "#contract/account/second-factor.ts";
import { countGuess, forgetGuesses } from "#store/accounts/sign-in-guesses.ts";
import { consumeRecoveryCode } from "#store/second-factor/recovery-codes.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { pauseError } from "../http/sign-in-pause.ts";
import { mailFactorChange, noteWrongCode, type Owner } from "./notices.ts";
import { checkPasskey, type Purpose } from "./passkeys.ts";
import { consumeTotpCode } from "./sealed-totp.ts";

/** What was used, for the account's activity. */
export type UsedFactor = SecondFactor | "recovery_code";

/** Codes can be guessed, so each try counts, over all sign-ins of the account, before it is checked. */
async function checkCode(
  c: Context<AppEnv>,
  owner: Owner,
  { code, recovery_code }: FactorProof,
  now: number,
): Promise<UsedFactor> {
  const { db } = c.var;
  const guess = await countGuess(db, { secondFactorOf: owner.id }, now);
  if ("pausedUntil" in guess) {
    throw pauseError(
      guess.pausedUntil,
      now,
      (wait) => `Too many wrong codes. Use a passkey, or try a code again in ${wait}.`,
    );
  }
  if (code !== undefined && (await consumeTotpCode(c.env, db, owner.id, code, now))) return "totp";
  if (recovery_code !== undefined && (await consumeRecoveryCode(db, owner.id, recovery_code))) {
    mailFactorChange(c, owner, "recovery_code_used");
    return "recovery_code";
  }
  noteWrongCode(c, owner, guess.guesses);
  throw new ApiError("wrong_code");
}

/**
 * Checks the proof and uses it up. During a pause of codes a passkey still works, because it cannot be guessed. Throws
 * `wrong_code`, `passkey_refused` or `sign_in_paused`.
 */
export async function proveSecondFactor(
  c: Context<AppEnv>,
  owner: Owner,
  proof: FactorProof,
  purpose: Pick<Purpose, "act" | "subject">,
): Promise<UsedFactor> {
  const now = Date.now();
  const { db } = c.var;
  const used: UsedFactor = proof.passkey ? "passkey" : await checkCode(c, owner, proof, now);
  if (proof.passkey) {
    await checkPasskey(c.env, db, { ...purpose, accountId: owner.id }, proof.passkey, now);
  }
  await forgetGuesses(db, { secondFactorOf: owner.id });
  return used;
}
