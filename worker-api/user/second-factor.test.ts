/** Turning two-step sign-in on and off. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { ActivityList } from "#contract/account/activity.ts";
import { RecoveryCodes, SecondFactorState, TotpSetup } from "#contract/account/second-factor.ts";
import { Session } from "#contract/account/sign-in.ts";
import { LIMITS } from "#contract/limits.ts";
import { recoveryCodes, sessions, totpSecrets } from "#store/schema.ts";
import { db, sweepAt } from "../test-caller.ts";
import { addTotp, codeOf, passFirstStep, withPassword, withTotp } from "../test-second-factor.ts";
import {
  call,
  mailedLink,
  PASSWORD as password,
  read,
  refusal,
  sessionOf,
  signedIn,
  stopClock,
} from "../test-session.ts";

const TOTP = "/user/second-factor/totp";
const CODES = "/user/second-factor/recovery-codes";

function stateOf(token: string): Promise<SecondFactorState> {
  return read(SecondFactorState, "GET", "/user/second-factor", { token });
}

test("an authenticator app counts once its first code is confirmed, and then ends all other sessions", async () => {
  const { accountId, email, token } = await withPassword();
  const other = await sessionOf(accountId);
  const { secret, uri } = await read(TotpSetup, "POST", TOTP, { token });
  expect(uri).toContain(`secret=${secret}`);
  expect(uri).toContain("issuer=Platen");
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.accountId, accountId));
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(await stateOf(token)).toEqual({
    factors: [],
    totp_since: null,
    passkeys: [],
    recovery_codes_left: 0,
  });
  await read(Session, "POST", "/auth/login", { body: { email, password } });

  const wrong = codeOf(secret) === "000000" ? "000001" : "000000";
  expect((await refusal("POST", `${TOTP}/confirm`, { token, body: { code: wrong } })).body.code).toBe(
    "wrong_code",
  );
  const body = { code: codeOf(secret) };
  const { recovery_codes } = await read(RecoveryCodes, "POST", `${TOTP}/confirm`, { token, body });
  expect(new Set(recovery_codes).size).toBe(LIMITS.recoveryCodes);
  expect(await stateOf(token)).toMatchObject({ recovery_codes_left: LIMITS.recoveryCodes });
  expect((await call("GET", "/user/profile", { token: other })).status).toBe(401);
  await mailedLink(email, "Two-step sign-in is on");
  expect((await refusal("POST", TOTP, { token })).body.code).toBe("totp_exists");
  await passFirstStep(email);
});

test("without its last factor an account signs in with one step again, and has no recovery codes", async () => {
  const { accountId, email, token } = await withTotp();
  expect((await call("DELETE", TOTP, { token })).status).toBe(204);
  expect((await refusal("DELETE", TOTP, { token })).status).toBe(404);
  expect(await db.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId))).toBe(0);
  await mailedLink(email, "Two-step sign-in is off");
  await read(Session, "POST", "/auth/login", { body: { email, password } });
  const { activities } = await read(ActivityList, "GET", "/user/activity", { token });
  expect(activities.map(({ kind }) => kind).sort()).toEqual(["signed_in", "totp_added", "totp_removed"]);
});

test("new recovery codes replace the old ones, and need a second factor", async () => {
  const { email, token, codes } = await withTotp();
  const made = await read(RecoveryCodes, "POST", CODES, { token });
  expect(made.recovery_codes).toHaveLength(LIMITS.recoveryCodes);
  const pending = await passFirstStep(email);
  const body = { token: pending.token, recovery_code: codes[0] };
  expect((await refusal("POST", "/auth/second-factor", { body })).body.code).toBe("wrong_code");
  const without = await withPassword();
  expect((await refusal("POST", CODES, { token: without.token })).body.code).toBe("second_factor_off");
});

test("changes of two-step sign-in need a fresh sign-in", async () => {
  const { accountId, token } = await withTotp();
  await db.update(sessions).set({ signedInAt: 0 }).where(eq(sessions.accountId, accountId));
  const tries = [
    ["POST", TOTP],
    ["POST", `${TOTP}/confirm`, { code: "000000" }],
    ["DELETE", TOTP],
    ["POST", "/user/second-factor/passkey-options"],
    ["DELETE", "/user/second-factor/passkeys/psk_1"],
    ["POST", CODES],
  ] as const;
  for (const [method, path, body] of tries) {
    const refused = await refusal(method, path, { token, body });
    expect(refused.body.code, `${method} ${path}`).toBe("reauthentication_required");
  }
});

test("an unverified account gets no second factor, because a stranger may have registered the address", async () => {
  const { token } = await signedIn({ emailConfirmedAt: null });
  expect((await refusal("POST", TOTP, { token })).body.code).toBe("email_unverified");
});

test("of two confirmations at once, one adds the app and its recovery codes", async () => {
  const { accountId, token } = await withPassword();
  const { secret } = await read(TotpSetup, "POST", TOTP, { token });
  const body = { code: codeOf(secret) };
  const confirm = () => call("POST", `${TOTP}/confirm`, { token, body });
  const responses = await Promise.all([confirm(), confirm()]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await db.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId))).toBe(LIMITS.recoveryCodes);
});

test("an app that is not confirmed within an hour is forgotten", async () => {
  const { accountId, token } = await withPassword();
  await read(TotpSetup, "POST", TOTP, { token });
  await sweepAt(Date.now() + LIMITS.totpSetupMinutes * 60_000);
  expect(await db.$count(totpSecrets, eq(totpSecrets.accountId, accountId))).toBe(0);
});

test("the export has dates of second factors and no secrets", async () => {
  stopClock();
  const { accountId, token } = await signedIn();
  const { secret, codes } = await addTotp(token);
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.accountId, accountId));
  const text = await (await call("GET", "/user/export", { token })).text();
  const data = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  expect(data.totp_secrets).toEqual([expect.objectContaining({ confirmed_at: expect.any(Number) })]);
  expect(data.recovery_codes).toHaveLength(LIMITS.recoveryCodes);
  for (const hidden of [secret, codes[0], row?.sealed]) expect(text).not.toContain(hidden);
});
