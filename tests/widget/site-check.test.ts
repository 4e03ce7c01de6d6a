/** The site check of the dashboard: the service opens pages of a customer's site and says whether their button works. */
import { afterAll, expect, test } from "vitest";
import { PublicKeyResponse } from "#contract/account/public-keys.ts";
import { JobList } from "#contract/job/view.ts";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { SiteCheck } from "#contract/widget/site-check.ts";
import { baseUrl, newAccount } from "../stage/service.ts";
import { tokenFor } from "../web/local-data.ts";
import { startSite } from "./host-site.ts";

const site = await startSite();
afterAll(() => site.close());

const account = await newAccount();
const { publicKey } = account;
const authorization = `Bearer ${await tokenFor(account)}`;
const SCRIPT = `<script src="${baseUrl}${WIDGET_PATH}" defer></script>`;
const WORDS = "<title>Shop</title><p>Words of the page</p>";

function post(path: string, body: unknown): Promise<Response> {
  const headers = { authorization, "content-type": "application/json" };
  return fetch(`${baseUrl}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function check(body: string, host?: string, headers?: Record<string, string>) {
  const url = site.origin(host) + site.addPage(WORDS + body, headers);
  const response = await post("/site-check", { url });
  expect(response.status).toBe(200);
  const { works, findings } = SiteCheck.parse(await response.json());
  const said = (state: string) =>
    findings
      .filter((finding) => finding.state === state)
      .map(({ message, advice }) => `${message} ${advice}`);
  return { works, ok: said("ok"), problems: said("problem"), notes: said("note") };
}

const localhost = site.origin().replace("http://", "");
const loopback = site.origin("127.0.0.1").replace("http://", "");

test("a button that a script adds, inside an open shadow root, works; the check costs no credit and is not listed", async () => {
  const found = await check(`${SCRIPT}<div></div><script>setTimeout(() => {
    const root = document.querySelector("div").attachShadow({ mode: "open" });
    root.innerHTML = '<platen-button public-key="${publicKey}" pdf-format="letter" class="x" data-y="1"></platen-button>';
  }, 50)</script>`);
  expect(found).toEqual({
    works: true,
    ok: [
      "The script comes from this service. null",
      `The key ${publicKey} is yours and active. null`,
      `${localhost} is an authorized domain of the key. null`,
    ],
    problems: [],
    notes: [],
  });
  const listed = await fetch(`${baseUrl}/api/v1/jobs`, { headers: { "x-api-key": account.apiKey } });
  expect(listed.headers.get("x-credits-used")).toBe("0");
  expect(JobList.parse(await listed.json()).jobs).toEqual([]);
});

test("wrong keys, a script from another address and wrong attributes are named, each with what to do", async () => {
  const other = await newAccount();
  const { works, ok, problems, notes } = await check(`<script src="/copy${WIDGET_PATH}" defer></script>
    <platen-button public-key="pk_live_00000000000000000000000000000000" pdf-format="A9" pdf-fromat="A4" pdf-margin-top="99in"></platen-button>
    <platen-button public-key="${other.publicKey}"></platen-button>
    <platen-button></platen-button>`);
  expect(works).toBe(false);
  expect(ok).toEqual([]);
  const copy = "Copy the embed code of one of your keys from the Widget tab.";
  expect(problems).toEqual([
    `The script comes from another address: ${site.origin()}/copy${WIDGET_PATH} Change it to ${baseUrl}${WIDGET_PATH}.`,
    `The key pk_live_00000000000000000000000000000000 does not exist, or it was deleted. ${copy}`,
    'pdf-margin-top="99in" is too large. Enter at most 2000px.',
    `The key ${other.publicKey} belongs to another account. ${copy}`,
    `The <platen-button> tag has no public-key. ${copy}`,
  ]);
  expect(notes).toEqual([
    'pdf-format="A9" is not valid. The button uses the default “A4”.',
    "The button has no attribute pdf-fromat. Check its spelling in the list of attributes in the docs.",
  ]);
});

test("a domain that is not authorized, and a page that the key may not convert, are named", async () => {
  const created = await post("/public-keys", { name: "Local", authorized_domains: ["localhost:*"] });
  const { public_key } = PublicKeyResponse.parse(await created.json());
  const tag = `<platen-button public-key="${public_key.key}"></platen-button>`;
  const { problems } = await check(SCRIPT + tag, "127.0.0.1");
  expect(problems).toEqual([
    `${loopback} is not an authorized domain of the key. Add ${loopback} to the domains of the key.`,
    `The key converts only pages on its own domains, and ${loopback} is not one of them. Add ${loopback} to the domains of the key, or let the key convert pages on any domain.`,
  ]);
});

test("a missing tag or script is named", async () => {
  const [noTag, noScript, nothing] = await Promise.all([
    check(SCRIPT),
    check(`<platen-button public-key="${publicKey}"></platen-button>`),
    check(""),
  ]);
  expect(noTag.problems.join()).toContain("The page has the script, but no <platen-button> tag.");
  expect(noScript.problems.join()).toContain("The page has the <platen-button> tag, but not its script.");
  expect(nothing.problems.join()).toContain("neither the button's script nor a <platen-button> tag");
});

test("a script that a policy blocks, or that a consent banner holds back, is named", async () => {
  const tag = `<platen-button public-key="${publicKey}"></platen-button>`;
  const policy = `script-src ${new URL(baseUrl).origin}; connect-src 'self'`;
  const [blocked, mute, reported, held] = await Promise.all([
    check(SCRIPT + tag, undefined, { "content-security-policy": "script-src 'self'" }),
    check(SCRIPT + tag, undefined, { "content-security-policy": policy }),
    check(SCRIPT + tag, undefined, { "content-security-policy-report-only": policy }),
    check(SCRIPT.replace("<script", '<script type="text/plain"') + tag),
  ]);
  expect(blocked.problems).toEqual([
    `The Content-Security-Policy of the page blocks the script. Allow ${baseUrl} in its script-src and connect-src.`,
  ]);
  expect(mute.problems).toEqual([
    `The Content-Security-Policy of the page blocks the requests of the button. Allow ${baseUrl} in its connect-src.`,
  ]);
  expect(reported.works).toBe(true);
  expect(held.notes.join()).toContain("does not run the script while its type is “text/plain”");
});

test("in a frame of another site, the check says so and judges the frame's own domain", async () => {
  const inner = site.addPage(`${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`);
  const [found, sandboxed] = await Promise.all([
    check(`<iframe src="${site.origin("127.0.0.1")}${inner}"></iframe>`),
    check(`<iframe src="${inner}" sandbox="allow-scripts"></iframe>`),
  ]);
  expect(sandboxed.problems.join()).toContain("The frame has no origin");
  expect(found.works).toBe(true);
  expect(found.ok).toContain(`${loopback} is an authorized domain of the key. null`);
  expect(found.notes.map((text) => text.split(".")[0])).toEqual([
    "The button is in a frame of 127",
    "In a frame, the button may not know the address of the page",
  ]);
});

test("a page that overwrites built-in names and functions is checked, or the reason why it cannot be", async () => {
  const tag = `${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`;
  const [named, broken] = await Promise.all([
    check(`<script>var origin = "x", name = "y"</script>${tag}`),
    check(`<script>Array.prototype.flatMap = () => "x"</script>${tag}`),
  ]);
  expect(named.works).toBe(true);
  expect(broken.problems.join()).toContain("The page could not be inspected.");
});

test("a page that cannot be opened is a problem with its reason, and a private address is refused", async () => {
  const response = await post("/site-check", { url: `${site.origin()}/absent` });
  const { findings } = SiteCheck.parse(await response.json());
  expect(findings.map(({ message }) => message)).toEqual([
    "The page could not be opened. The page returned the error status 404.",
  ]);
  expect((await post("/site-check", { url: "file:///etc/passwd" })).status).toBe(422);
});
