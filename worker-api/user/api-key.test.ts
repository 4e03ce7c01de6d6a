import { env } from "cloudflare:workers";
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { ERRORS } from "#contract/errors.ts";
import { newApiKey } from "#store/keys/api-key-format.ts";
import { apiKeys } from "#store/schema.ts";
import { db } from "../test-caller.ts";
import { call, read, refusal, sentTo, signedIn } from "../test-session.ts";

const HOUR_MS = 3_600_000;

async function withKey(fields: Parameters<typeof signedIn>[0] = {}) {
  const user = await signedIn(fields);
  const { key, row } = await newApiKey(env.SEALING_KEY);
  await db.insert(apiKeys).values({ ...row, accountId: user.accountId, createdAt: Date.now() });
  return { ...user, key, keyId: row.id };
}

function statusWith(key: string): Promise<number> {
  return call("GET", "/jobs", { headers: { "x-api-key": key } }).then((response) => response.status);
}

test("the owner can read the key again, but the database alone does not reveal it", async () => {
  const { accountId, token, key } = await withKey();
  const { api_key } = await read(ApiKeyResponse, "GET", "/user/api-key", { token });
  expect(api_key).toMatchObject({ key, last_used_at: null });
  const rows = await db.select().from(apiKeys).where(eq(apiKeys.accountId, accountId));
  expect(JSON.stringify(rows)).not.toContain(key.slice(-20));
});

test("rotation replaces the key at once and mails the owner", async () => {
  const { email, token, key } = await withKey();
  expect(await statusWith(key)).toBe(200);
  const { api_key } = await read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token });
  expect(api_key.key).not.toBe(key);
  expect(await statusWith(key)).toBe(401);
  expect(await statusWith(api_key.key)).toBe(200);
  const again = await read(ApiKeyResponse, "GET", "/user/api-key", { token });
  expect(again.api_key.key).toBe(api_key.key);
  await expect.poll(() => sentTo(email)).toEqual([expect.stringContaining("Your API key was rotated")]);
});

test("an empty object as the body rotates the key at once, as no body does", async () => {
  const { token, key } = await withKey();
  const { old_key } = await read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token, body: {} });
  expect(old_key).toBeNull();
  expect(await statusWith(key)).toBe(401);
});

test("a rotation can keep the old key for a day, and its time ends it without a sweep", async () => {
  const { email, accountId, token, key, keyId } = await withKey();
  const body = { keep_old: true };
  const { api_key, old_key } = await read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token, body });
  const left = Date.parse(old_key?.expires_at ?? "") - Date.now();
  expect(left).toBeGreaterThan(23 * HOUR_MS);
  expect(left).toBeLessThanOrEqual(24 * HOUR_MS);
  expect(await Promise.all([key, api_key.key].map(statusWith))).toEqual([200, 200]);
  const shown = await read(ApiKeyResponse, "GET", "/user/api-key", { token });
  expect(shown).toMatchObject({
    api_key: { key: api_key.key },
    old_key: { expires_at: old_key?.expires_at },
  });
  const rows = await db.select().from(apiKeys).where(eq(apiKeys.accountId, accountId));
  expect(rows.find((row) => row.id === keyId)?.sealed, "the old key cannot be read again").toBe("");
  await expect.poll(() => sentTo(email)).toEqual([expect.stringContaining("Your API key was rotated")]);

  await db.update(apiKeys).set({ revokedAt: Date.now() }).where(eq(apiKeys.id, keyId));
  expect(await Promise.all([key, api_key.key].map(statusWith))).toEqual([401, 200]);
  expect((await read(ApiKeyResponse, "GET", "/user/api-key", { token })).old_key).toBeNull();
});

test("the old key can be ended at once", async () => {
  const { token, key } = await withKey();
  const body = { keep_old: true };
  const { api_key } = await read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token, body });
  expect(await statusWith(key)).toBe(200);
  expect((await call("DELETE", "/user/api-key/old", { token })).status).toBe(204);
  expect(await Promise.all([key, api_key.key].map(statusWith))).toEqual([401, 200]);
  expect((await call("DELETE", "/user/api-key/old", { token })).status).toBe(204);
});

test("at most one old key works, and a rotation that keeps none ends it", async () => {
  const { token, key: first } = await withKey();
  const rotate = (body?: unknown) => read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token, body });
  const second = (await rotate({ keep_old: true })).api_key.key;
  const third = (await rotate({ keep_old: true })).api_key.key;
  expect(await Promise.all([first, second, third].map(statusWith))).toEqual([401, 200, 200]);
  const { api_key, old_key } = await rotate({ keep_old: false });
  expect(old_key).toBeNull();
  expect(await Promise.all([second, third, api_key.key].map(statusWith))).toEqual([401, 401, 200]);
});

test("a rotation works without a body, with and without a content type", async () => {
  const { token, key } = await withKey();
  const headers = { "content-type": "application/json", "content-length": "0" };
  const { api_key } = await read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token, headers });
  expect(await statusWith(key)).toBe(401);
  await read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token });
  expect(await statusWith(api_key.key)).toBe(401);
});

test("of two rotations at once one key is left", async () => {
  const { accountId, token, key } = await withKey();
  const responses = await Promise.all([
    read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token }),
    read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token }),
  ]);
  const active = and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
  expect(await db.$count(apiKeys, active)).toBe(1);
  const statuses = await Promise.all([key, ...responses.map(({ api_key }) => api_key.key)].map(statusWith));
  expect(statuses.sort()).toEqual([200, 401, 401]);
});

test("an account with an unverified address can neither read nor rotate the key", async () => {
  const { token } = await withKey({ emailConfirmedAt: null });
  for (const [method, path] of [
    ["GET", "/user/api-key"],
    ["POST", "/user/api-key/rotate"],
  ] as const) {
    const refused = await refusal(method, path, { token });
    expect(refused).toMatchObject({ status: 403, body: { error: ERRORS.email_unverified.message } });
  }
});

test("the minute of the last use is stored, and a later use stores a later one", async () => {
  const { token, key, keyId } = await withKey();
  await statusWith(key);
  await expect
    .poll(async () => (await read(ApiKeyResponse, "GET", "/user/api-key", { token })).api_key.last_used_at)
    .not.toBeNull();
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
  expect((row?.lastUsedAt ?? 1) % 60_000).toBe(0);
  const earlier = Date.now() - 120_000;
  await db.update(apiKeys).set({ lastUsedAt: earlier }).where(eq(apiKeys.id, keyId));
  await statusWith(key);
  await expect
    .poll(async () => (await db.select().from(apiKeys).where(eq(apiKeys.id, keyId)))[0]?.lastUsedAt)
    .toBeGreaterThan(earlier);
});

test("our own pages may use the key, pages of other sites may not", async () => {
  const { key } = await withKey();
  const own = await call("GET", "/jobs", { headers: { "x-api-key": key, origin: env.PUBLIC_ORIGIN } });
  expect(own.status).toBe(200);
  for (const origin of ["https://shop.example", "null", "http://localhost:1"]) {
    const refused = await refusal("GET", "/jobs", { headers: { "x-api-key": key, origin } });
    expect(refused.body.code, origin).toBe("private_key_in_browser");
  }
});
