import { afterAll, expect, test } from "vitest";
import { evaluate } from "../devtools/in-page.ts";
import { emptyTab } from "../tab/test-tab.ts";
import { CHECKS, PAGES, REFUSED } from "./test-walls.ts";
import { looksLikeLogin, READ_SIGNS, Signs, wallOf } from "./walls.ts";

const ASKED = "https://www.example.com/report";
const FINE = { status: 200, headers: {} };

const { tab, close } = await emptyTab();
afterAll(() => close());

/** The signs of a document, read in a browser. */
async function signsOf(html: string): Promise<Signs> {
  const frame = `new Promise((resolve) => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.contentDocument.open();
    frame.contentDocument.write(${JSON.stringify(`<!doctype html>${html}`)});
    frame.contentDocument.close();
    const signs = frame.contentWindow.eval(${JSON.stringify(READ_SIGNS)});
    frame.remove();
    resolve(signs);
  })`;
  const signs = await evaluate(tab.cdpSession, frame, Signs);
  return signs && { ...signs, url: ASKED };
}

test.for(Object.entries(CHECKS))("the bot check of %s is recognised", async ([provider, html]) => {
  const wall = wallOf(ASKED, FINE, await signsOf(html));
  expect(wall).toMatchObject({ code: "bot_challenge" });
  const [name = ""] = provider.split(",");
  if (!/captcha|Turnstile/i.test(name)) expect(wall?.message).toContain(name);
});

test.for(Object.entries(REFUSED))("the refusal of %s is a bot check", async ([provider, html]) => {
  const wall = wallOf(ASKED, { status: 403, headers: {} }, await signsOf(html));
  expect(wall).toMatchObject({ code: "bot_challenge", message: expect.stringContaining(provider) });
});

test.for(Object.entries(PAGES))("%s is a page", async ([, html]) => {
  expect(wallOf(ASKED, FINE, await signsOf(html))).toBeNull();
});

test.for([
  ["Cloudflare", 403, "cf-mitigated", "challenge"],
  ["Cloudflare", 200, "cf-mitigated", "challenge"],
  ["Vercel", 429, "x-vercel-mitigated", "challenge"],
  ["AWS WAF", 202, "x-amzn-waf-action", "challenge"],
  ["DataDome", 403, "x-dd-b", "1"],
  ["Kasada", 429, "x-kpsdk-ct", "0abc"],
] as const)(
  "the bot check of %s is recognised by a header of its response %i",
  ([provider, status, name, value]) => {
    const wall = wallOf(ASKED, { status, headers: { [name]: value } }, null);
    expect(wall).toMatchObject({ code: "bot_challenge", message: expect.stringContaining(provider) });
  },
);

test("an error page of the site itself is not a bot check", async () => {
  const signs = await signsOf("<title>502 Bad Gateway</title><h1>502 Bad Gateway</h1><p>cloudflare</p>");
  expect(wallOf(ASKED, { status: 502, headers: { server: "cloudflare" } }, signs)).toBeNull();
});

const LOGIN = "<h1>Sign in</h1><input type='email'><input type='password'>";

test("a redirect to a login is a wall, but a requested login page is a page", async () => {
  const signs = await signsOf(LOGIN);
  const at = (url: string) => signs && { ...signs, url };
  const login = { code: "login_required" };
  expect(wallOf(ASKED, FINE, at("https://www.example.com/login?next=/report"))).toMatchObject(login);
  expect(wallOf(ASKED, FINE, at("https://sso.example.okta.com/app"))).toMatchObject(login);
  expect(wallOf("https://www.example.com/login", FINE, at("https://www.example.com/login"))).toBeNull();
  expect(wallOf(ASKED, FINE, signs)).toBeNull();
  expect(wallOf(ASKED, { status: 401, headers: {} }, null)).toMatchObject(login);
  for (const route of ["/#/signin", "/#!/login?next=1", "/?_task=login", "/wiki?do=login&id=x"]) {
    expect(wallOf(ASKED, FINE, at(`https://www.example.com${route}`))).toMatchObject(login);
    expect(wallOf(`https://www.example.com${route}`, FINE, at(`https://www.example.com${route}`))).toBeNull();
  }
  expect(wallOf(ASKED, FINE, at("https://www.example.com/?topic=login-problems#login"))).toBeNull();
});

test("a page that says in its title that a login is required is a wall", async () => {
  const signs = await signsOf(
    "<title>Login required - Wiki</title><p>Please <a href=/x>log in</a> to view other pages.</p>",
  );
  expect(wallOf(ASKED, FINE, signs)).toMatchObject({ code: "login_required" });
  expect(wallOf(ASKED, FINE, await signsOf("<title>How a login is required</title><p>Words</p>"))).toBeNull();
});

test("a page with one field for a password and few words may be a login, but none that changes a password", async () => {
  const may = async (html: string, asked = ASKED) => looksLikeLogin(asked, await signsOf(html));
  expect(await may(LOGIN)).toBe(true);
  expect(await may(LOGIN, "https://www.example.com/sign-in")).toBe(false);
  expect(await may(`${LOGIN}<input type=password>`)).toBe(false);
  expect(await may("<p>Words</p><div hidden><input type=password></div>")).toBe(false);
  expect(await may(`${LOGIN}<p>${"Many words. ".repeat(200)}</p>`)).toBe(false);
});

test("a redirect to a consent page on another host is a consent wall", async () => {
  const signs = await signsOf("<h1>Before you continue</h1><button>Accept all</button>");
  const url = "https://consent.example.net/m?continue=x";
  expect(wallOf(ASKED, FINE, signs && { ...signs, url })).toMatchObject({ code: "consent_required" });
  expect(wallOf(ASKED, FINE, signs)).toBeNull();
});

test.for([
  [200, "<h1>Sorry</h1><p>Our website is not available in your country.</p>"],
  [403, "<p>The Amazon CloudFront distribution is configured to block access from your country.</p>"],
  [
    451,
    "<p>You are attempting to access this website from a country belonging to the European Economic Area.</p>",
  ],
] as const)("a page that refuses the visitor's country with %i is geo_blocked", async ([status, html]) => {
  const signs = await signsOf(html);
  expect(wallOf(ASKED, { status, headers: {} }, signs)).toMatchObject({ code: "geo_blocked" });
});

test("a page that only says that it needs JavaScript is javascript_required", async () => {
  const signs = await signsOf("<p>You need to enable JavaScript to run this app.</p>");
  expect(wallOf(ASKED, FINE, signs)).toMatchObject({ code: "javascript_required" });
  const hidden = await signsOf("<noscript>Please enable JavaScript.</noscript><h1>An application</h1>");
  expect(wallOf(ASKED, FINE, hidden)).toBeNull();
});
