import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./paths.ts";
import { allowTurnstile, turnstileSiteKey } from "./turnstile-csp.ts";

const HEADERS = readFileSync(join(ROOT, "web", "public", "_headers"), "utf8");

function policy(headers: string): Map<string, string> {
  const [, text = ""] = /Content-Security-Policy: (.*)/.exec(headers) ?? [];
  return new Map(text.split("; ").map((part) => [part.split(" ")[0] ?? "", part]));
}

test("without Turnstile the site loads scripts and frames from itself only", () => {
  expect(turnstileSiteKey()).toBe("");
  expect(HEADERS).not.toContain("challenges.cloudflare.com");
});

test("with Turnstile its origin is added to scripts and frames, and nothing else changes", () => {
  const [before, after] = [policy(HEADERS), policy(allowTurnstile(HEADERS))];
  expect(after.get("script-src")).toBe("script-src 'self' https://challenges.cloudflare.com");
  expect(after.get("frame-src")).toBe("frame-src 'self' https://challenges.cloudflare.com");
  for (const [name, value] of before) {
    if (name !== "script-src" && name !== "frame-src") expect(after.get(name)).toBe(value);
  }
});
