/** Two-step sign-in for tests: an authenticator app, and sign-ins whose second step is missing. */
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import { PendingSignIn, RecoveryCodes, TotpSetup } from "#contract/account/second-factor.ts";
import { accounts } from "#store/schema.ts";
import { hashPassword } from "#store/secrets/password.ts";
import { db } from "./test-caller.ts";
import { call, PASSWORD, read, signedIn, stopClock } from "./test-session.ts";

const STEP_MS = 30_000;

/** The code that the app shows in `steps` time steps from now. Each code works once, and one step ahead is accepted. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets up an authenticator app in the session. The code of the present step is then used. */
export async function addTotp(token: string): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await read(TotpSetup, "POST", "/user/second-factor/totp", { token });
  const body = { code: codeOf(secret) };
  const added = await read(RecoveryCodes, "POST", "/user/second-factor/totp/confirm", { token, body });
  return { secret, codes: added.recovery_codes ?? [] };
}

/** Computed once, because a hash takes long on purpose. */
let passwordHash: Promise<string> | null = null;

/** A signed-in account with a password. The clock stands still, so that codes do not change during the test. */
export async function withPassword() {
  stopClock();
  passwordHash ??= hashPassword(PASSWORD);
  return signedIn({ passwordHash: await passwordHash });
}

/** A signed-in account with a password and an authenticator app. */
export async function withTotp() {
  const account = await withPassword();
  return { ...account, ...(await addTotp(account.token)) };
}

/** Signs in with the password and expects that the second step is missing. */
export async function passFirstStep(email: string): Promise<PendingSignIn> {
  const response = await call("POST", "/auth/login", { body: { email, password: PASSWORD } });
  expect(response.status).toBe(202);
  return PendingSignIn.parse(await response.json());
}

export async function accountOf(email: string) {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  if (!row) throw new Error(`No account of ${email}.`);
  return row;
}
