import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type ActivityKind, ActivityList } from "#contract/account/activity.ts";
import { ProfileResponse } from "#contract/account/profile.ts";
import { PublicKeyResponse } from "#contract/account/public-keys.ts";
import { Message, Session, SessionList } from "#contract/account/sign-in.ts";
import { LIMITS } from "#contract/limits.ts";
import { newApiKey } from "#store/keys/api-key-format.ts";
import { activities, apiKeys, sessions, signInGuesses } from "#store/schema.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { newBuyer } from "../billing/test-buyer.ts";
import { db, newClientAddress, ORIGIN, sweepAt } from "../test-caller.ts";
import {
  call,
  mailedLink,
  PASSWORD,
  passMailPause,
  read,
  refusal,
  sessionOf,
  signedIn,
  tokenOf,
  verified,
} from "../test-session.ts";

async function activityOf(token: string) {
  return (await read(ActivityList, "GET", "/user/activity?limit=100", { token })).activities;
}

async function kindsOf(token: string): Promise<ActivityKind[]> {
  return (await activityOf(token)).map(({ kind }) => kind);
}

test("sign-ins, changes of the password and ended sessions are listed, newest first", async () => {
  const { email, token } = await verified();
  const body = { current_password: PASSWORD, new_password: "another long password" };
  await read(Message, "POST", "/auth/change-password", { token, body });
  await passMailPause(email);
  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  const link = { token: tokenOf(await mailedLink(email, "Your sign-in link")) };
  const other = await read(Session, "POST", "/auth/magic-link/consume", { body: link });
  const listed = await read(SessionList, "GET", "/user/sessions", { token });
  const id = listed.sessions.find(({ current }) => !current)?.id;
  expect((await call("DELETE", `/user/sessions/${id}`, { token })).status).toBe(204);
  expect((await call("GET", "/user/activity", { token: other.token })).status).toBe(401);
  await call("DELETE", "/user/sessions", { token });
  await passMailPause(email);
  await read(Message, "POST", "/auth/forgot-password", { body: { email } });
  const reset = { token: tokenOf(await mailedLink(email, "Set a new password")), password: PASSWORD };
  await read(Message, "POST", "/auth/reset-password", { body: reset });
  const again = await read(Session, "POST", "/auth/login", { body: { email, password: PASSWORD } });
  expect(await kindsOf(again.token)).toEqual([
    "signed_in",
    "password_reset",
    "other_sessions_ended",
    "session_ended",
    "signed_in",
    "password_changed",
    "signed_in",
  ]);
});

test("changes of keys are listed, and what was refused is not", async () => {
  const { accountId, token } = await signedIn();
  const { row } = await newApiKey(env.SEALING_KEY);
  await db.insert(apiKeys).values({ ...row, accountId, createdAt: Date.now() });
  await call("POST", "/user/api-key/rotate", { token, body: { keep_old: true } });
  await call("DELETE", "/user/api-key/old", { token });
  await call("DELETE", "/user/api-key/old", { token });
  const body = { name: "My shop", authorized_domains: ["example.com"] };
  const created = await call("POST", "/public-keys", { token, body });
  const { id } = PublicKeyResponse.parse(await created.json()).public_key;
  await call("PUT", `/public-keys/${id}`, { token, body: { name: "My new shop" } });
  const stranger = await signedIn();
  expect((await call("DELETE", `/public-keys/${id}`, { token: stranger.token })).status).toBe(404);
  await call("DELETE", `/public-keys/${id}`, { token });
  await call("DELETE", `/public-keys/${id}`, { token });
  expect((await activityOf(token)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ["public_key_deleted", "My new shop"],
    ["public_key_changed", "My new shop"],
    ["public_key_created", "My shop"],
    ["old_key_ended", null],
    ["key_rotated", null],
  ]);
  expect(await kindsOf(stranger.token)).toEqual([]);
});

test("a change of plan and of overage is listed once", async () => {
  const buyer = await newBuyer();
  const token = await sessionOf(buyer.accountId);
  const refused = await refusal("PATCH", "/user/settings", { token, body: { overage_enabled: true } });
  expect(refused.body.code).toBe("plan_required");
  await buyer.subscribe("starter");
  for (const body of [{ overage_enabled: true }, { overage_enabled: true }, { spending_cap_cents: 1_200 }]) {
    await read(ProfileResponse, "PATCH", "/user/settings", { token, body });
  }
  const listed = await activityOf(token);
  expect(listed.map(({ kind, detail }) => [kind, detail])).toEqual([
    ["spending_cap_changed", "1200"],
    ["overage_changed", "on"],
    ["plan_changed", "starter"],
  ]);
  expect(listed.at(-1)).toMatchObject({ user_agent: null, country: null });
});

test("a pause of sign-in and a refused deletion are listed", async () => {
  const { email, token } = await verified();
  const guesses = LIMITS.guessesBeforePause - 1;
  await db.insert(signInGuesses).values({ subject: sha256Hex(email), guesses, guessedAt: Date.now() });
  await refusal("POST", "/auth/login", { body: { email, password: "wrong password" } });
  await expect.poll(() => kindsOf(token)).toEqual(["sign_in_paused", "signed_in"]);
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  await db.update(sessions).set({ signedInAt: 0 }).where(eq(sessions.accountId, profile.id));
  expect((await call("DELETE", "/user/account", { token })).status).toBe(403);
  expect((await kindsOf(token))[0]).toBe("deletion_refused");
});

test("an entry has the device and the country, and no network address", async () => {
  const { accountId, token } = await signedIn();
  const address = newClientAddress();
  const request = new Request(`${ORIGIN}/api/v1/auth/logout`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "cf-connecting-ip": address,
      "user-agent": "Firefox/140",
    },
    cf: { country: "NL" },
  });
  expect((await exports.default.fetch(request)).status).toBe(204);
  const rows = await db.select().from(activities).where(eq(activities.accountId, accountId));
  expect(rows).toMatchObject([{ kind: "signed_out", userAgent: "Firefox/140", country: "NL" }]);
  expect(JSON.stringify(rows)).not.toContain(address);
});

test("the list has pages, and old entries are deleted", async () => {
  const { accountId, token } = await signedIn();
  const now = Date.now();
  const ages = [0, 0, 1, LIMITS.activityDays * 86_400_000];
  await db.insert(activities).values(
    ages.map((age, index) => ({
      id: `act_${accountId}_${index}`,
      accountId,
      kind: "key_rotated" as const,
      createdAt: now - age,
    })),
  );
  const first = await read(ActivityList, "GET", "/user/activity?limit=1", { token });
  const next = `/user/activity?limit=1&cursor=${first.nextCursor}`;
  const second = await read(ActivityList, "GET", next, { token });
  expect([first, second].flatMap((page) => page.activities.map(({ id }) => id.slice(-2)))).toEqual([
    "_1",
    "_0",
  ]);
  await sweepAt(now);
  expect(await activityOf(token)).toHaveLength(3);
  const refused = await refusal("GET", "/user/activity?cursor=x", { token });
  expect(refused.body.code).toBe("invalid_request");
});
