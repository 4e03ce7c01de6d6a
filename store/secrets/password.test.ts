import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";

test("the right password is accepted, another one is not", async () => {
  const stored = await hashPassword("correct horse");
  expect(await verifyPassword("correct horse", stored)).toBe(true);
  expect(await verifyPassword("correct horsf", stored)).toBe(false);
});

test("the same password is stored differently each time, with its parameters", async () => {
  const [one, two] = await Promise.all([hashPassword("pässword"), hashPassword("pässword")]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
});

test("composed and decomposed letters are the same password", async () => {
  const stored = await hashPassword("caf\u00e9 cr\u00e8me");
  expect(await verifyPassword("cafe\u0301 cre\u0300me", stored)).toBe(true);
});

test("without a stored hash every password is wrong", async () => {
  expect(await verifyPassword("", null)).toBe(false);
});
