/** The second step of a sign-in: no way of signing in gets around it, and codes can neither be repeated nor guessed. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ProfileResponse } from "#contract/account/profile.ts";
import { PendingSignIn } from "#contract/account/second-factor.ts";
import { Message, Registered, Session, Verified } from "#contract/account/sign-in.ts";
import { LIMITS } from "#contract/limits.ts";
import { pendingSignIns, sessions, signInGuesses } from "#store/schema.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { db, sweepAt } from "../test-caller.ts";
import { accountOf, addTotp, codeOf, passFirstStep, withTotp } from "../test-second-factor.ts";
import {
  call,
  mailedLink,
  newEmail,
  passMailPause,
  PASSWORD as password,
  read,
  refusal,
  sentTo,
  sessionOf,
  stopClock,
  tokenOf,
} from "../test-session.ts";

const PAUSED = "Someone enters wrong codes for your account";

function second(token: string, proof: object) {
  return call("POST", "/auth/second-factor", { body: { token, ...proof } });
}

async function codeOfRefusal(token: string, proof: object): Promise<string> {
  return (await refusal("POST", "/auth/second-factor", { body: { token, ...proof } })).body.code;
}

test("the right password gives no session; the code then gives one, once", async () => {
  const { email, secret, token: earlier } = await withTotp();
  const pending = await passFirstStep(email);
  expect(pending.factors).toEqual(["totp"]);
  const asSession = await refusal("GET", "/user/profile", { token: pending.token });
  expect(asSession.body.code).toBe("session_required");

  const wrong = codeOf(secret, 1) === "000000" ? "000001" : "000000";
  expect(await codeOfRefusal(pending.token, { code: wrong })).toBe("wrong_code");
  const body = { token: pending.token, code: codeOf(secret, 1) };
  const { token } = await read(Session, "POST", "/auth/second-factor", { body });
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  expect(profile.email).toBe(email);
  expect(await codeOfRefusal(pending.token, { code: codeOf(secret, 1) })).toBe("sign_in_expired");
  await read(ProfileResponse, "GET", "/user/profile", { token: earlier });
});

test("a code works once, also in another sign-in, and no earlier code works after it", async () => {
  const { email, secret } = await withTotp();
  const [first, other] = [await passFirstStep(email), await passFirstStep(email)];
  // The set-up has used the code of the present step.
  expect(await codeOfRefusal(first.token, { code: codeOf(secret) })).toBe("wrong_code");
  expect((await second(first.token, { code: codeOf(secret, 1) })).status).toBe(200);
  for (const steps of [1, 0, -1]) {
    expect(await codeOfRefusal(other.token, { code: codeOf(secret, steps) })).toBe("wrong_code");
  }
});

test("of two equal codes at once, one signs in", async () => {
  const { email, secret } = await withTotp();
  const pending = [await passFirstStep(email), await passFirstStep(email)];
  const code = codeOf(secret, 1);
  const responses = await Promise.all(pending.map(({ token }) => second(token, { code })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test("two codes at once for one sign-in begin one session", async () => {
  const { accountId, email, codes } = await withTotp();
  const before = await db.$count(sessions, eq(sessions.accountId, accountId));
  const { token } = await passFirstStep(email);
  await Promise.all(codes.slice(0, 2).map((recovery_code) => second(token, { recovery_code })));
  expect(await db.$count(sessions, eq(sessions.accountId, accountId))).toBe(before + 1);
});

test("a magic link gives no session without the second step", async () => {
  const { email, secret } = await withTotp();
  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  const body = { token: tokenOf(await mailedLink(email, "Your sign-in link")) };
  const response = await call("POST", "/auth/magic-link/consume", { body });
  expect(response.status).toBe(202);
  const { token } = PendingSignIn.parse(await response.json());
  expect((await second(token, { code: codeOf(secret, 1) })).status).toBe(200);
});

test("a reset of the password leaves two-step sign-in on, and ends sign-ins that wait", async () => {
  const { email, secret } = await withTotp();
  const pending = await passFirstStep(email);
  await read(Message, "POST", "/auth/forgot-password", { body: { email } });
  const token = tokenOf(await mailedLink(email, "Set a new password"));
  const reset = await read(Message, "POST", "/auth/reset-password", { body: { token, password } });
  expect(Object.keys(reset)).toEqual(["message"]);
  expect(await codeOfRefusal(pending.token, { code: codeOf(secret, 1) })).toBe("sign_in_expired");
  await passFirstStep(email);
});

test("a change of the password ends sign-ins that wait, and so does the end of other sessions", async () => {
  const { email, secret, token } = await withTotp();
  const first = await passFirstStep(email);
  expect((await call("DELETE", "/user/sessions", { token })).status).toBe(204);
  const second = await passFirstStep(email);
  const body = { current_password: password, new_password: "another long password" };
  await read(Message, "POST", "/auth/change-password", { token, body });
  for (const pending of [first, second]) {
    expect(await codeOfRefusal(pending.token, { code: codeOf(secret, 1) })).toBe("sign_in_expired");
  }
});

test("a verification link with the receipt gives no session once two-step sign-in is on", async () => {
  stopClock();
  const email = newEmail();
  const { receipt } = await read(Registered, "POST", "/auth/register", { body: { email, password } });
  const first = tokenOf(await mailedLink(email, "Verify your email"));
  const token = await sessionOf((await accountOf(email)).id);
  await passMailPause(email);
  await read(Message, "POST", "/auth/resend-verification", { token });
  await expect.poll(() => sentTo(email)).toHaveLength(2);
  const another = tokenOf(await mailedLink(email, "Verify your email"));
  const verified = await read(Verified, "POST", "/auth/verify", { body: { token: first, receipt } });
  await addTotp(verified.session?.token ?? "");
  const late = await read(Verified, "POST", "/auth/verify", { body: { token: another, receipt } });
  expect(late.session).toBeNull();
});

/** Sets the count of wrong codes, as if the last one was just entered. */
async function setGuesses(accountId: string, guesses: number): Promise<void> {
  const row = { subject: sha256Hex(`second factor of ${accountId}`), guesses, guessedAt: Date.now() };
  await db.insert(signInGuesses).values(row).onConflictDoUpdate({ target: signInGuesses.subject, set: row });
}

test("wrong codes count over all sign-ins of the account, then pause codes and mail the owner", async () => {
  const { accountId, email, secret, codes } = await withTotp();
  const [first, other] = [await passFirstStep(email), await passFirstStep(email)];
  await setGuesses(accountId, LIMITS.guessesBeforePause - 2);
  expect(await codeOfRefusal(first.token, { code: "000000" })).toBe("wrong_code");
  expect(await codeOfRefusal(other.token, { recovery_code: "wrong" })).toBe("wrong_code");
  for (const proof of [{ code: codeOf(secret, 1) }, { recovery_code: codes[0] }]) {
    const refused = await refusal("POST", "/auth/second-factor", { body: { token: other.token, ...proof } });
    expect(refused).toMatchObject({ status: 429, body: { code: "sign_in_paused" } });
    expect(refused.headers.get("retry-after")).toBe("60");
  }
  // The right password does not end the pause.
  const later = await passFirstStep(email);
  expect(await codeOfRefusal(later.token, { code: codeOf(secret, 1) })).toBe("sign_in_paused");
  await expect.poll(() => sentTo(email).filter((mail) => mail.startsWith(PAUSED))).toHaveLength(1);
});

test("a right code starts the count again", async () => {
  const { accountId, email, secret } = await withTotp();
  await setGuesses(accountId, LIMITS.guessesBeforePause - 1);
  const { token } = await passFirstStep(email);
  expect((await second(token, { code: codeOf(secret, 1) })).status).toBe(200);
  const other = await passFirstStep(email);
  expect(await codeOfRefusal(other.token, { code: "000000" })).toBe("wrong_code");
  expect(await codeOfRefusal(other.token, { code: "000000" })).toBe("wrong_code");
});

test("a recovery code signs in once, however it is typed, and not in another account", async () => {
  const { email, codes } = await withTotp();
  const stranger = await withTotp();
  const code = codes[0] ?? "";
  const theirs = await passFirstStep(stranger.email);
  expect(await codeOfRefusal(theirs.token, { recovery_code: code })).toBe("wrong_code");
  const { token } = await passFirstStep(email);
  const typed = ` ${code.toUpperCase().replaceAll("-", " ")}`;
  expect((await second(token, { recovery_code: typed })).status).toBe(200);
  await mailedLink(email, "A recovery code was used");
  const other = await passFirstStep(email);
  expect(await codeOfRefusal(other.token, { recovery_code: code })).toBe("wrong_code");
});

test("a sign-in waits ten minutes for its second step, and is then deleted", async () => {
  const { accountId, email, secret } = await withTotp();
  const { token, expires_at } = await passFirstStep(email);
  expect(Date.parse(expires_at)).toBe(Date.now() + LIMITS.pendingSignInMinutes * 60_000);
  await db
    .update(pendingSignIns)
    .set({ expiresAt: Date.now() })
    .where(eq(pendingSignIns.accountId, accountId));
  expect(await codeOfRefusal(token, { code: codeOf(secret, 1) })).toBe("sign_in_expired");
  await sweepAt(Date.now());
  expect(await db.$count(pendingSignIns, eq(pendingSignIns.accountId, accountId))).toBe(0);
});

test("the second step takes exactly one proof", async () => {
  const { email, secret, codes } = await withTotp();
  const { token } = await passFirstStep(email);
  expect(await codeOfRefusal(token, {})).toBe("invalid_request");
  const both = { code: codeOf(secret, 1), recovery_code: codes[0] };
  expect(await codeOfRefusal(token, both)).toBe("invalid_request");
});

test("an older session confirms the password and the second step before a sensitive act", async () => {
  const { accountId, secret, token } = await withTotp();
  await db.update(sessions).set({ signedInAt: 0 }).where(eq(sessions.accountId, accountId));
  const confirm = (body: object) => call("POST", "/auth/confirm-password", { token, body });
  const alone = await refusal("POST", "/auth/confirm-password", { token, body: { password } });
  expect(alone).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
  expect((await confirm({ password: "wrong", code: codeOf(secret, 1) })).status).toBe(403);
  expect((await refusal("DELETE", "/user/account", { token })).body.code).toBe("reauthentication_required");
  expect((await confirm({ password, code: codeOf(secret, 1) })).status).toBe(204);
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
});
