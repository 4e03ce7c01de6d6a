import { expect, test } from "vitest";
import { mailboxHash } from "./mailbox.ts";

const KEY = btoa("a".repeat(32));

test.each([
  ["jo@example.com", "jo+tag@example.com", true],
  ["jo@example.com", "JO@Example.com", true],
  ["jo.doe@gmail.com", "jodoe+a+b@googlemail.com", true],
  ["jo.doe@example.com", "jodoe@example.com", false],
  ["jo@example.com", "jo@example.org", false],
  ["jo@example.com", "joe@example.com", false],
])("%s and %s are one mailbox: %s", (one, other, isSame) => {
  expect(mailboxHash(one, KEY).newest === mailboxHash(other, KEY).newest).toBe(isSame);
});

test("without the key a hash cannot be compared with an address", () => {
  const hash = mailboxHash("jo@example.com", KEY).newest;
  expect(hash).not.toBe(mailboxHash("jo@example.com", btoa("b".repeat(32))).newest);
  expect(hash).toMatch(/^[\w-]{43}$/);
});
