/// <reference types="vite/client" />
import { describe, expect, test } from "vitest";
import { isPrivateAddress } from "./address.ts";
import bad from "./fixtures/bad.txt?raw";
import good from "./fixtures/good.txt?raw";
import { blockedReason, checkTarget, type TargetPolicy } from "./target.ts";

const STRICT: TargetPolicy = { allowPrivate: false, ownHosts: ["platen.example.com"] };
const LOCAL: TargetPolicy = { allowPrivate: true, ownHosts: ["localhost:8787"] };

/** The fixture's lines by section. A line that starts with a quote is a JSON string. */
function sections(fixture: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let title = "";
  for (const line of fixture.split("\n")) {
    if (line.startsWith("# ")) title = line.slice(2);
    else if (line !== "") {
      const text: unknown = line.startsWith('"') ? JSON.parse(line) : line;
      found.set(title, [...(found.get(title) ?? []), String(text)]);
    }
  }
  return found;
}

/**
 * Section of public pages that redirect to private addresses. Their text is valid; the browser's guard refuses the
 * redirect.
 */
const REDIRECTORS = "redirectors used to reach inner targets";

describe("bad targets", () => {
  for (const [title, lines] of sections(bad)) {
    if (title.startsWith(REDIRECTORS)) {
      test(`are accepted, because only their redirect can be refused: ${title}`, () => {
        expect(lines.filter((line) => !checkTarget(line, STRICT).ok)).toEqual([]);
      });
      continue;
    }
    test(`are refused: ${title}`, () => {
      expect(lines.filter((line) => checkTarget(line, STRICT).ok)).toEqual([]);
    });
  }
});

describe("good targets", () => {
  for (const [title, lines] of sections(good)) {
    test(`are accepted: ${title}`, () => {
      expect(lines.filter((line) => !checkTarget(line, STRICT).ok)).toEqual([]);
    });
  }
});

function reasonOf(text: string, policy: TargetPolicy): string | null {
  const check = checkTarget(text, policy);
  return check.ok ? null : check.reason;
}

describe("a target", () => {
  test("a refusal says why", () => {
    expect(reasonOf("http://10.1.2.3/", STRICT)).toMatch(/private or reserved network/);
    expect(reasonOf("http://nas.local/", STRICT)).toMatch(/private network/);
    expect(reasonOf("ftp://example.com/", STRICT)).toMatch(/http:\/\/ or https:\/\//);
    expect(reasonOf("https://me:pw@example.com/", STRICT)).toMatch(/password/);
    expect(reasonOf("https://example.com:22/", STRICT)).toMatch(/port/);
    expect(reasonOf(`https://example.com/${"a".repeat(9_000)}`, STRICT)).toMatch(/8192 characters/);
  });

  test("the url to open is the normalised one", () => {
    const check = checkTarget(" HTTPS://Straße.DE:443/a/../b ", STRICT);
    expect(check.ok && check.url.href).toBe("https://xn--strae-oqa.de/b");
  });

  test("a path may contain joiners, as Persian titles do", () => {
    expect(checkTarget("https://fa.wikipedia.org/wiki/می\u200cشود", STRICT).ok).toBe(true);
  });

  test("a local service accepts private networks, and nothing else that is blocked", () => {
    for (const url of ["http://localhost:4000/", "http://127.0.0.1/", "http://[::1]:3000/", "http://nas/"]) {
      expect(checkTarget(url, LOCAL).ok, url).toBe(true);
    }
    for (const url of ["file:///etc/passwd", "http://a@localhost/", "http://localhost:6379/"]) {
      expect(checkTarget(url, LOCAL).ok, url).toBe(false);
    }
  });
});

describe("our own host", () => {
  test("its public pages are targets", () => {
    for (const path of ["", "docs", "docs?endpoint=create", "plans", "embed/", "widget#faq"]) {
      expect(checkTarget(`https://platen.example.com/${path}`, STRICT).ok, path).toBe(true);
    }
  });

  test("its API, files and signed-in pages are not, in any spelling", () => {
    for (const path of [
      "api/v1/jobs",
      "%61pi/v1/jobs",
      "/api/v1",
      "API",
      "cdn/widget/bundle.js",
      "settings",
    ]) {
      expect(checkTarget(`https://platen.example.com/${path}`, STRICT).ok, path).toBe(false);
    }
    expect(checkTarget("http://platen.example.com.:8080/api", STRICT).ok).toBe(false);
  });

  test("a page may load our scripts but not call our API", () => {
    expect(blockedReason(new URL("https://platen.example.com/cdn/widget/bundle.js"), STRICT)).toBeNull();
    expect(blockedReason(new URL("https://platen.example.com/api/v1/jobs"), STRICT)).not.toBeNull();
    expect(blockedReason(new URL("https://example.com/api/v1/jobs"), STRICT)).toBeNull();
  });

  test("on loopback it is every loopback name with our port", () => {
    for (const host of ["localhost:8787", "127.0.0.1:8787", "[::1]:8787", "app.localhost:8787"]) {
      expect(checkTarget(`http://${host}/api/v1/health`, LOCAL).ok, host).toBe(false);
    }
    expect(checkTarget("http://localhost:8788/api/v1/health", LOCAL).ok).toBe(true);
  });
});

describe("the address that a browser connected to", () => {
  test("is private in a special range, also in the DevTools protocol's spelling", () => {
    for (const ip of [
      "127.0.0.1",
      "10.0.0.8",
      "[::1]",
      "::1",
      "[::ffff:127.0.0.1]",
      "[fd00::1]",
      "64:ff9b::1",
    ]) {
      expect(isPrivateAddress(ip), ip).toBe(true);
    }
  });

  test("is private when it is not an IP address", () => {
    for (const ip of ["", "localhost", "127.1", "0x7f000001", "1.2.3"]) {
      expect(isPrivateAddress(ip), ip).toBe(true);
    }
  });

  test("is public otherwise", () => {
    for (const ip of ["1.1.1.1", "[2606:4700:4700::1111]", "2a00:1450:4001:82a::200e"]) {
      expect(isPrivateAddress(ip), ip).toBe(false);
    }
  });
});
