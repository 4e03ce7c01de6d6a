import { describe, expect, test } from "vitest";
import { hostMatches, originMatches } from "./domain-match.ts";
import { parseDomainPattern } from "./domains.ts";

function patternOf(text: string): string | null {
  const parsed = parseDomainPattern(text);
  return parsed.ok ? parsed.pattern : null;
}

function reasonOf(text: string): string | null {
  const parsed = parseDomainPattern(text);
  return parsed.ok ? null : parsed.reason;
}

describe("an authorized domain", () => {
  test.each([
    ["example.com", "example.com"],
    ["  Example.COM. ", "example.com"],
    ["*.example.com", "*.example.com"],
    ["*.example.co.uk", "*.example.co.uk"],
    ["localhost:*", "localhost:*"],
    ["localhost:3000", "localhost:3000"],
    ["*.localhost:*", "*.localhost:*"],
    ["*.example.com:8443", "*.example.com:8443"],
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["*.例え.jp", "*.xn--r8jz45g.jp"],
    ["127.0.0.1:*", "127.0.0.1:*"],
    ["[::1]:3000", "[::1]:3000"],
    ["user.github.io", "user.github.io"],
    ["my_site.example.com", "my_site.example.com"],
    ["intranet", "intranet"],
    ["example.com:0443", "example.com:443"],
  ])("%s is kept as %s", (text, pattern) => {
    expect(patternOf(text)).toBe(pattern);
  });

  test.each([
    ["https://example.com/x", "example.com"],
    ["http://example.com:80/", "example.com"],
    ["https://www.example.com:8443/a?b#c", "www.example.com:8443"],
    ["https://*.example.com/", "*.example.com"],
    ["example.com/path", "example.com"],
    ["HTTPS://EXAMPLE.COM", "example.com"],
  ])("pasted as %s is reduced to %s", (text, pattern) => {
    expect(patternOf(text)).toBe(pattern);
  });

  test("parsing a stored pattern again changes nothing", () => {
    for (const text of ["https://Sub.Example.com:8443/x", "*.münchen.de", "localhost:*", "[::1]:3000"]) {
      const pattern = patternOf(text);
      expect(pattern && patternOf(pattern)).toBe(pattern);
    }
  });

  test.each([
    ["", /host name such as/],
    ["https://", /host name such as/],
    ["*", /only at the start/],
    ["*:*", /only at the start/],
    ["*.", /only at the start/],
    ["*.*.example.com", /only at the start/],
    ["foo*.example.com", /only at the start/],
    ["www.*.com", /only at the start/],
    ["*.com", /under com/],
    ["*.co.uk", /under co\.uk/],
    ["*.github.io", /under github\.io/],
    ["*.CO.UK.", /under co\.uk/],
    ["*.pages.dev", /under pages\.dev/],
    ["*.127.0.0.1", /no subdomains/],
    ["*.[::1]", /no subdomains/],
    ["co.uk", /is not a site/],
    ["user@example.com", /user names/],
    ["example .com", /user names/],
    ["example.com, example.org", /user names/],
    ["example.com\\evil.net", /user names/],
    ["example%2ecom", /user names/],
    ["ftp://example.com", /without a scheme/],
    ["javascript://example.com", /without a scheme/],
    ["example.com:0", /port must be/],
    ["example.com:65536", /port must be/],
    ["example.com:http", /valid host name/],
    ["example..com", /valid host name/],
    [".example.com", /valid host name/],
    ["::1", /valid host name/],
    ["300.1.1.1", /valid host name/],
  ])("%j is refused with a sentence", (text, reason) => {
    expect(reasonOf(text)).toMatch(reason);
  });
});

describe("an origin", () => {
  test.each([
    ["https://example.com", "example.com"],
    ["http://example.com", "example.com"],
    ["https://EXAMPLE.com", "example.com"],
    ["https://example.com.", "example.com"],
    ["https://example.com:443", "example.com"],
    ["https://example.com", "example.com:443"],
    ["https://a.example.com", "*.example.com"],
    ["https://a.b.example.com", "*.example.com"],
    ["https://a.example.com:8443", "*.example.com:*"],
    ["http://localhost:3000", "localhost:*"],
    ["http://localhost", "localhost:*"],
    ["http://localhost:3000", "localhost:3000"],
    ["https://xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
    ["https://münchen.de", "xn--mnchen-3ya.de"],
    ["http://[::1]:3000", "[::1]:3000"],
  ])("%s matches %s", (origin, pattern) => {
    expect(originMatches(origin, ["other.example.org", pattern])).toBe(true);
  });

  test.each([
    [null, "example.com"],
    ["", "example.com"],
    ["null", "example.com"],
    ["null", "null"],
    ["example.com", "example.com"],
    ["https://example.com.evil.net", "example.com"],
    ["https://example.com.evil.net", "*.example.com"],
    ["https://evilexample.com", "example.com"],
    ["https://evilexample.com", "*.example.com"],
    ["https://example.com", "*.example.com"],
    ["https://.example.com", "*.example.com"],
    ["https://a.example.com", "example.com"],
    ["https://example.com:8443", "example.com"],
    ["http://example.com:443", "example.com"],
    ["https://example.com:8443", "example.com:9443"],
    ["https://example.com", "example.com:8443"],
    ["https://example.com@evil.net", "example.com"],
    ["https://evil.net/example.com", "example.com"],
    ["https://evil.net#example.com", "example.com"],
    ["https://evil.net\\.example.com", "*.example.com"],
    ["https://example.com https://evil.net", "example.com"],
    ["https://example.com/", "example.com"],
    ["file://example.com", "example.com"],
    ["chrome-extension://example.com", "example.com"],
    ["https://[::1]:3001", "[::1]:3000"],
  ])("%s does not match %s", (origin, pattern) => {
    expect(originMatches(origin, [pattern])).toBe(false);
  });

  test("matches nothing where no domain is authorized", () => {
    expect(originMatches("https://example.com", [])).toBe(false);
  });
});

describe("a target", () => {
  test("is on an authorized domain by host and port, whatever its path", () => {
    expect(hostMatches("https://docs.example.com/a?b=c#d", ["*.example.com"])).toBe(true);
    expect(hostMatches(new URL("http://localhost:4000/x"), ["localhost:*"])).toBe(true);
    expect(hostMatches("https://example.com:8443/", ["example.com"])).toBe(false);
    expect(hostMatches("https://evil.net/?https://example.com", ["example.com"])).toBe(false);
    expect(hostMatches("ftp://example.com/", ["example.com"])).toBe(false);
    expect(hostMatches("not a url", ["example.com"])).toBe(false);
  });
});
