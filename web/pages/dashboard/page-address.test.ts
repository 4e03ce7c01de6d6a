import { expect, test } from "vitest";
import { pageAddress } from "./page-address.ts";

test("an address without a scheme is taken as https", () => {
  expect(pageAddress(" example.com/a ").url).toBe("https://example.com/a");
  expect(pageAddress("http://example.com").url).toBe("http://example.com");
});

test("nothing, and what is no web address, is told in a sentence", () => {
  expect(pageAddress(" ").fault).toBe("Please enter the address of a page");
  expect(pageAddress("ftp://example.com").fault).toMatch(/http:\/\/ or https:\/\//);
});

test("an address with a password in it is refused before it is sent", () => {
  expect(pageAddress("https://me:secret@example.com").fault).toMatch(/password/);
});
