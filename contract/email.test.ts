import { expect, test } from "vitest";
import { Email } from "./email.ts";

test.each([
  [" Ada@Example.com ", "ada@example.com"],
  ["info@Müller.de", "info@xn--mller-kva.de"],
  ["info@xn--mller-kva.de", "info@xn--mller-kva.de"],
  ["info@mu\u0308ller.de", "info@xn--mller-kva.de"],
  ["a+b@mail.例え.jp", "a+b@mail.xn--r8jz45g.jp"],
])("%s is %s", (text, email) => {
  expect(Email.parse(text)).toBe(email);
});

test.each([
  "müller@example.com",
  "info@müller",
  "info@mü/ller.de",
  "info@mü:80.de",
  "info@１.２.３.４",
  "info@",
  "müller.de",
])("%s is refused", (text) => {
  expect(Email.safeParse(text).success).toBe(false);
});
