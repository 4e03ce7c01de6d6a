/** The account's secret of its authenticator app, which D1 holds encrypted for its account's id. */
import type { Db } from "#store/db.ts";
import { consumeTotpStep, readTotp } from "#store/second-factor/totp-secrets.ts";
import { seal, unseal } from "#store/secrets/sealing.ts";
import { stepOfCode } from "./totp.ts";

type SealingEnv = Pick<Env, "SEALING_KEY">;

export function sealTotp(env: SealingEnv, accountId: string, secret: string): Promise<string> {
  return seal(secret, accountId, env.SEALING_KEY);
}

/** The time step of a code of the sealed secret; null if the code is wrong. */
export async function stepOfSealed(
  env: SealingEnv,
  { accountId, sealed }: { accountId: string; sealed: string },
  code: string,
  now: number,
): Promise<number | null> {
  return stepOfCode(await unseal(sealed, accountId, env.SEALING_KEY), code, now);
}

/** Uses up the code. False if it is wrong, or used already. */
export async function consumeTotpCode(
  env: SealingEnv,
  db: Db,
  accountId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const sealed = await readTotp(db, accountId, "confirmed", now);
  if (sealed === null) return false;
  const step = await stepOfSealed(env, { accountId, sealed }, code, now);
  return step !== null && consumeTotpStep(db, accountId, step);
}
