import { expect, test } from "vitest";
import { ButtonRequest, JobRequest } from "./request.ts";
import { HIDDEN, hideSecrets, secretsOf } from "./secrets.ts";

const url = "https://shop.example.org/cart";

function pathsOf(options: object, page: object = { url }): string[] {
  const parsed = JobRequest.safeParse({ ...page, options });
  return (parsed.error?.issues ?? []).map(({ path }) => path.join("."));
}

test.for([
  "Host",
  "content-length",
  "Connection",
  "Proxy-Authorization",
  "CF-Connecting-IP",
  "X-Forwarded-For",
  "Transfer-Encoding",
  "Upgrade",
  "TE",
  "Trailer",
  "Keep-Alive",
  "Expect",
  "Cookie",
  "Sec-Fetch-Site",
  "Two words",
  "",
])("the header name %j is refused at its field", (name) => {
  expect(pathsOf({ headers: { [name]: "x" } })).toEqual([`options.headers.${name}`]);
});

test.for(["a\r\nHost: b", "a\nb", "a\0b", "Grüße"])(
  "the header value %j is refused at its field",
  (value) => {
    expect(pathsOf({ headers: { "x-token": value } })).toEqual(["options.headers.x-token"]);
  },
);

test("headers are bounded, and a name is accepted once", () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`x-${index}`, "1"]));
  expect(pathsOf({ headers: many })).toEqual(["options.headers"]);
  expect(pathsOf({ headers: { "x-token": "a".repeat(8_000) } })).toEqual(["options.headers"]);
  expect(pathsOf({ headers: { "x-token": "a", "X-Token": "b" } })).toEqual(["options.headers"]);
});

test("basicAuth has both parts, and goes without the header Authorization", () => {
  const basicAuth = { username: "ada", password: "secret" };
  expect(pathsOf({ basicAuth })).toEqual([]);
  expect(pathsOf({ basicAuth: { username: "ada" } })).toEqual(["options.basicAuth.password"]);
  expect(pathsOf({ basicAuth: { ...basicAuth, username: "a:b" } })).toEqual(["options.basicAuth.username"]);
  expect(pathsOf({ basicAuth, headers: { authorization: "Bearer x" } })).toEqual(["options.basicAuth"]);
});

test("a password and the values of headers and cookies may be empty, names may not", () => {
  expect(
    pathsOf({
      headers: { "x-token": "" },
      cookies: [{ name: "a", value: "" }],
      basicAuth: { username: "key", password: "" },
    }),
  ).toEqual([]);
  expect(new Set(pathsOf({ cookies: [{ name: "", value: "" }] }))).toEqual(
    new Set(["options.cookies.0.name"]),
  );
});

test.for([
  ["shop.example.org", true],
  [".Example.org", true],
  ["example.org", true],
  ["org", false],
  ["other.example.org", false],
  ["ample.org", false],
  ["example.com", false],
] as const)("a cookie for the domain %s of a page on shop.example.org: %s", ([domain, isAccepted]) => {
  const cookies = [{ name: "a", value: "b", domain }];
  expect(pathsOf({ cookies })).toEqual(isAccepted ? [] : ["options.cookies.0.domain"]);
});

test("a cookie for a public suffix is refused, also for one of a hoster", () => {
  const page = { html: "<p>", baseUrl: "https://ada.github.io/" };
  expect(pathsOf({ cookies: [{ name: "a", value: "b", domain: "github.io" }] }, page)).toEqual([
    "options.cookies.0.domain",
  ]);
});

test("access options need an address", () => {
  expect(pathsOf({ headers: { "x-token": "a" } }, { html: "<p>" })).toEqual(["options.headers"]);
});

test("a button sets no access options", () => {
  const parsed = ButtonRequest.safeParse({ url, options: { headers: { "x-token": "a" } } });
  expect(parsed.error?.issues.map(({ path }) => path.join("."))).toEqual(["options.headers.x-token"]);
  expect(ButtonRequest.safeParse({ url, html: "<p>" }).success).toBe(false);
});

test("hidden options have the names, no secret, and are refused as a request", () => {
  const options = {
    headers: { "X-Token": "secret-1" },
    cookies: [{ name: "session", value: "secret-2" }],
    basicAuth: { username: "secret-3", password: "secret-4" },
  };
  const request = JobRequest.parse({ url, options });
  const shown = hideSecrets(request.options);
  expect(JSON.stringify(shown)).not.toContain("secret");
  expect(shown).toMatchObject({
    outputType: "pdf",
    headers: { "X-Token": HIDDEN },
    cookies: [{ name: "session", value: HIDDEN, path: "/" }],
  });
  expect(secretsOf(request.options)).toEqual({ ...options, cookies: [{ ...options.cookies[0], path: "/" }] });
  expect(secretsOf(JobRequest.parse({ url }).options)).toBeNull();
  const again = JobRequest.safeParse({ url, options: shown });
  expect(again.error?.issues.map(({ path }) => path.join("."))).toEqual([
    "options.headers.X-Token",
    "options.cookies.0.value",
    "options.basicAuth.username",
    "options.basicAuth.password",
  ]);
});
