import { expect, test } from "vitest";
import { pageAddress } from "./page-address.ts";

test("an address without a scheme becomes an https address", () => {
  expect(pageAddress(" example.com/a ").url).toBe("https://example.com/a");
  expect(pageAddress("http://example.com").url).toBe("http://example.com");
});

test("an empty or unsupported address has a fault", () => {
  expect(pageAddress(" ").fault).toBe("Please enter the address of a page");
  expect(pageAddress("ftp://example.com").fault).toMatch(/http:\/\/ or https:\/\//);
});

test("an address with a password has a fault", () => {
  expect(pageAddress("https://me:secret@example.com").fault).toMatch(/password/);
});
