/** Passkeys as the second step. A browser's own authenticator is in tests/nightly/second-step.test.ts. */
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { PasskeyOptions, RecoveryCodes, SecondFactorState } from "#contract/account/second-factor.ts";
import { Session } from "#contract/account/sign-in.ts";
import { LIMITS } from "#contract/limits.ts";
import { passkeyChallenges, sessions, signInGuesses } from "#store/schema.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { newAuthenticator } from "../test-authenticator.ts";
import { db, sweepAt } from "../test-caller.ts";
import { passFirstStep, withPassword } from "../test-second-factor.ts";
import { call, PASSWORD as password, read, refusal } from "../test-session.ts";

type Authenticator = Awaited<ReturnType<typeof newAuthenticator>>;

const FACTOR = "/user/second-factor";

async function challengeOf(path: string, options: { token?: string; body?: object }): Promise<string> {
  return (await read(PasskeyOptions, "POST", path, options)).challenge;
}

async function addPasskey(token: string, passkey: Authenticator, name = "Laptop") {
  const challenge = await challengeOf(`${FACTOR}/passkey-options`, { token });
  const body = { name, credential: passkey.create(challenge) };
  return read(RecoveryCodes, "POST", `${FACTOR}/passkeys`, { token, body });
}

/** A signed-in account with a password and a passkey. */
async function withPasskey() {
  const account = await withPassword();
  const passkey = await newAuthenticator();
  await addPasskey(account.token, passkey);
  return { ...account, passkey };
}

/** The passkey's response in a new sign-in. */
async function signed(email: string, passkey: Authenticator) {
  const { token } = await passFirstStep(email);
  const challenge = await challengeOf("/auth/second-factor/passkey-options", { body: { token } });
  return { token, passkey: await passkey.get(challenge) };
}

function refused(body: object) {
  return refusal("POST", "/auth/second-factor", { body });
}

test("a passkey signs in, and its response works once", async () => {
  const { email, passkey, token } = await withPasskey();
  const body = await signed(email, passkey);
  await read(Session, "POST", "/auth/second-factor", { body });
  const { token: other } = await passFirstStep(email);
  expect((await refused({ ...body, token: other })).body.code).toBe("passkey_refused");
  const state = await read(SecondFactorState, "GET", FACTOR, { token });
  expect(state.passkeys).toMatchObject([{ name: "Laptop", last_used_at: expect.any(String) }]);
});

test("the first passkey makes recovery codes; the next ones keep them until the last is removed", async () => {
  const { token } = await withPassword();
  const first = await addPasskey(token, await newAuthenticator(), "Laptop");
  expect(first.recovery_codes).toHaveLength(LIMITS.recoveryCodes);
  const next = await addPasskey(token, await newAuthenticator(), "Phone");
  expect(next.recovery_codes).toBeNull();
  const { passkeys } = await read(SecondFactorState, "GET", FACTOR, { token });
  expect(passkeys.map(({ name }) => name).sort()).toEqual(["Laptop", "Phone"]);
  for (const left of [LIMITS.recoveryCodes, 0]) {
    const [passkey] = (await read(SecondFactorState, "GET", FACTOR, { token })).passkeys;
    expect((await call("DELETE", `${FACTOR}/passkeys/${passkey?.id}`, { token })).status).toBe(204);
    const state = await read(SecondFactorState, "GET", FACTOR, { token });
    expect(state.recovery_codes_left).toBe(left);
  }
});

test("a passkey of another account, of another site, or with a challenge for another act is refused", async () => {
  const { email, passkey, token } = await withPasskey();
  const stranger = await withPasskey();
  expect((await refused(await signed(email, stranger.passkey))).body.code).toBe("passkey_refused");

  const pending = await passFirstStep(email);
  const confirming = await challengeOf("/auth/confirm-password/passkey-options", { token });
  const misused = { token: pending.token, passkey: await passkey.get(confirming) };
  expect((await refused(misused)).body.code).toBe("passkey_refused");

  const phishing = await newAuthenticator("https://platen.example.net");
  const challenge = await challengeOf(`${FACTOR}/passkey-options`, { token });
  const body = { name: "Phishing", credential: phishing.create(challenge) };
  expect((await refusal("POST", `${FACTOR}/passkeys`, { token, body })).body.code).toBe("passkey_refused");

  const { passkeys } = await read(SecondFactorState, "GET", FACTOR, { token: stranger.token });
  const theirs = await refusal("DELETE", `${FACTOR}/passkeys/${passkeys[0]?.id}`, { token });
  expect(theirs.body.code).toBe("not_found");
});

test("a new passkey with certificates is refused before anything reads them", async () => {
  const logged = vi.spyOn(console, "info").mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const { token } = await withPassword();
  const passkey = await newAuthenticator();
  const challenge = await challengeOf(`${FACTOR}/passkey-options`, { token });
  const body = { name: "Certified", credential: passkey.create(challenge, "android-key") };
  const refused = await refusal("POST", `${FACTOR}/passkeys`, { token, body });
  expect(refused.body.code).toBe("passkey_refused");
  expect(logged.mock.lastCall?.[0]).toContain("The attestation has certificates.");
});

test("a passkey works during a pause of codes, because it cannot be guessed, and ends the pause", async () => {
  const { accountId, email, passkey } = await withPasskey();
  const subject = sha256Hex(`second factor of ${accountId}`);
  const pausedUntil = Date.now() + 3_600_000;
  await db.insert(signInGuesses).values({ subject, guesses: 20, guessedAt: Date.now(), pausedUntil });
  await read(Session, "POST", "/auth/second-factor", { body: await signed(email, passkey) });
  expect(await db.$count(signInGuesses, eq(signInGuesses.subject, subject))).toBe(0);
});

test("an older session confirms with the password and a passkey", async () => {
  const { accountId, passkey, token } = await withPasskey();
  await db.update(sessions).set({ signedInAt: 0 }).where(eq(sessions.accountId, accountId));
  const challenge = await challengeOf("/auth/confirm-password/passkey-options", { token });
  const body = { password, passkey: await passkey.get(challenge) };
  expect((await call("POST", "/auth/confirm-password", { token, body })).status).toBe(204);
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
});

test("a challenge that no passkey has signed expires and is deleted", async () => {
  const { accountId, email, passkey } = await withPasskey();
  const body = await signed(email, passkey);
  await db
    .update(passkeyChallenges)
    .set({ expiresAt: Date.now() })
    .where(eq(passkeyChallenges.accountId, accountId));
  expect((await refused(body)).body.code).toBe("passkey_refused");
  await sweepAt(Date.now());
  expect(await db.$count(passkeyChallenges, eq(passkeyChallenges.accountId, accountId))).toBe(0);
});
