import { expect, test } from "vitest";
import { creditPrice, dollars, dollarsOfMillis } from "../billing/money.ts";
import { ago } from "./dates.ts";
import { device } from "./device.ts";
import { readableAddress, readableHost } from "./readable-address.ts";
import { counted, size } from "./sizes.ts";

test("sizes below 10 have one decimal place", () => {
  expect([0, 999, 1_234, 45_678, 1_234_567, 45_000_000].map(size)).toEqual([
    "0 B",
    "999 B",
    "1.2 kB",
    "46 kB",
    "1.2 MB",
    "45 MB",
  ]);
});

test("a noun is singular or plural by its count", () => {
  expect(counted(1, "page")).toBe("1 page");
  expect(counted(1_000, "credit")).toBe("1,000 credits");
});

test("times are relative, and a date after a week", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(ago("2026-11-21T11:59:30Z", now)).toBe("30s ago");
  expect(ago("2026-11-21T09:30:00Z", now)).toBe("2h ago");
  expect(ago("2026-11-20T11:00:00Z", now)).toBe("yesterday");
  expect(ago("2026-11-01T12:00:00Z", now)).toBe("Nov 1, 2026");
});

test("prices in whole dollars have no cents", () => {
  expect(dollars(900)).toBe("$9");
  expect(dollars(950)).toBe("$9.50");
  expect(dollarsOfMillis(50)).toBe("$0.05");
  expect(dollarsOfMillis(1_230)).toBe("$1.23");
  expect(creditPrice(50)).toBe("$0.05");
  expect(creditPrice(30)).toBe("$0.030");
});

test("a device name has the browser and the system", () => {
  const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
  expect(device(`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`)).toBe("Edge on Windows");
  expect(device("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1")).toBe(
    "Safari on iPhone",
  );
  expect(device("curl/8.0")).toBe("Unknown device");
});

test.each([
  "müller.de",
  "*.münchen.example",
  "例え.テスト:8443",
  "президент.рф",
  "한국.kr",
  "faß.de",
  "xn--.de",
  "example.com",
  "i❤.ws",
])("the host %s is shown as it was written", (host) => {
  const encoded = host.replace(/[^*.:]+/gu, (label) => new URL(`https://${label}.a`).hostname.slice(0, -2));
  expect(readableHost(encoded)).toBe(host);
});

test("a label that could imitate another one, or is not a name, stays encoded", () => {
  const mixed = new URL("https://аpple.com").hostname;
  expect(readableHost(mixed)).toBe(mixed);
  for (const host of ["xn--99999999999.de", "xn--a-.de", "xn--0.com"]) expect(readableHost(host)).toBe(host);
});

test("letters of an address are readable, and what has a meaning in it stays encoded", () => {
  expect(readableAddress(new URL("https://müller.de/größe/表（1）?q=ü&r=a b#ö").href)).toBe(
    "https://müller.de/größe/表%EF%BC%881%EF%BC%89?q=ü&r=a%20b#ö",
  );
  for (const address of ["https://a.de/%FF%E2%80%AE%2F%25", "https://a.de/xn--mller-kva", ""])
    expect(readableAddress(address)).toBe(address);
});
