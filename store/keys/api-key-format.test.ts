import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newApiKey, newPublicKey, openApiKey, readApiKey } from "./api-key-format.ts";

const SEALING_KEY = randomBytes(32).toString("base64");

test("a presented key gives its row's id and hash", async () => {
  const { key, row } = await newApiKey(SEALING_KEY);
  expect(readApiKey(key)).toEqual({ id: row.id, hash: row.hash, test: false });
});

test("a key with a typing error, a missing or an extra character is malformed", async () => {
  const { key } = await newApiKey(SEALING_KEY);
  const typo = key.slice(0, 40) + (key[40] === "x" ? "y" : "x") + key.slice(41);
  for (const text of [typo, key.slice(0, -1), `${key}0`, ` ${key}`, "", "sk_live_", newPublicKey()]) {
    expect(readApiKey(text)).toBeNull();
  }
});

test("the owner can read the key again, but the row alone does not reveal it", async () => {
  const { key, row } = await newApiKey(SEALING_KEY);
  expect(await openApiKey(row, SEALING_KEY)).toBe(key);
  expect(JSON.stringify(row)).not.toContain(key.slice(-49));
});

test("an encrypted key does not decrypt in another row or with another SEALING_KEY", async () => {
  const { row } = await newApiKey(SEALING_KEY);
  const { row: other } = await newApiKey(SEALING_KEY);
  await expect(openApiKey({ id: other.id, sealed: row.sealed }, SEALING_KEY)).rejects.toThrow();
  await expect(openApiKey(row, randomBytes(32).toString("base64"))).rejects.toThrow();
});

test("private and public keys have different prefixes", async () => {
  const { key } = await newApiKey(SEALING_KEY);
  expect(key).toMatch(/^sk_live_[0-9A-Za-z]+$/);
  expect(newPublicKey()).toMatch(/^pk_live_[0-9A-Za-z]+$/);
});
