import { env } from "cloudflare:workers";
import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { JobOptions } from "#contract/job/request.ts";
import { acquireBrowser } from "../browser/acquire.ts";
import { type Connection, closeBrowser } from "../devtools/devtools.ts";
import { evaluate } from "../devtools/in-page.ts";
import { Budget } from "../fault/budget.ts";
import { Journal } from "../fault/journal.ts";
import type { guardPolicy } from "../guard/policy.ts";
import { Requests } from "../guard/requests.ts";
import { type Opened, openPage } from "../page/open.ts";
import { openTab, type Tab } from "../tab/tab.ts";
import { refuseFaults } from "./refuse-faults.ts";
import { prepareDocuments } from "./styles.ts";
import { takeSteps } from "./take-steps.ts";
import { loadRulesOf, type Wishes } from "./wishes.ts";

const PLAIN: Wishes = JobOptions.parse({});
/** Enough for every step that ends. */
const LONG_MS = 30_000;
/** The steps may use what the capture does not need. That is a moment, for steps that never end. */
const SHORT_MS = 9_000;
const PAGE = `<button id="one" onclick="document.title += ' one'">One</button>
  <a id="window" href="/other" target="_blank">Window</a>
  <a id="inner" href="http://127.0.0.1:9090/">Inner</a>
  <p id="words">Words</p><div id="host"></div>
  <script>host.attachShadow({ mode: "open" }).innerHTML = "<b>Deep words</b>"</script>`;

const policy = {
  targets: { allowPrivate: false, ownHosts: [] },
  resolve: async () => "public",
} satisfies ReturnType<typeof guardPolicy>;
const connections: Connection[] = [];
afterAll(() => Promise.all(connections.map(closeBrowser)));

const browser = await (async () => {
  const { connection } = await acquireBrowser(env);
  connections.push(connection);
  return { connection, requests: await Requests.hold(connection, policy) };
})();

interface Stepped {
  tab: Tab;
  journal: Journal;
  /** Rejects like the job. */
  end: Promise<Opened>;
}

/** Takes the steps in a tab that shows PAGE. */
async function inTab(
  changes: Partial<Wishes>,
  work: (stepped: Stepped) => Promise<void>,
  budgetMs = LONG_MS,
): Promise<void> {
  const wishes = { ...PLAIN, ...changes };
  const tab = await openTab({ ...browser, userAgent: "Chrome", ended: new Promise<never>(() => undefined) });
  const journal = new Journal(() => undefined);
  try {
    // Full Chromium makes the first empty document before the scripts are active.
    await Promise.all([prepareDocuments(tab.cdpSession, wishes), tab.navigate("about:blank")]);
    const opened = await openPage(tab, "about:blank?page", loadRulesOf(wishes), new Budget(LONG_MS), journal);
    if (opened.kind === "pdf") throw new Error("The page is a PDF.");
    await evaluate(
      tab.cdpSession,
      `(document.write(${JSON.stringify(PAGE)}), document.close())`,
      z.unknown(),
    );
    const budget = new Budget(budgetMs);
    const end = tab.guard.during(takeSteps(tab, opened, { wishes, budget, journal }));
    end.catch(() => undefined);
    await work({ tab, journal, end });
  } finally {
    tab.dispose();
  }
}

/** The value of an expression in the page. */
const read = ({ cdpSession }: Tab, expression: string) => evaluate(cdpSession, expression, z.unknown());

test("a job that asks for nothing special sends no command", async () => {
  const tab = await openTab({ ...browser, userAgent: "Chrome", ended: new Promise<never>(() => undefined) });
  const journal = new Journal(() => undefined);
  const budget = new Budget(LONG_MS);
  await tab.navigate("about:blank");
  const opened = await openPage(tab, "about:blank?page", loadRulesOf(PLAIN), budget, journal);
  if (opened.kind === "pdf") throw new Error("The page is a PDF.");
  const send = vi.spyOn(tab.cdpSession, "send");
  await prepareDocuments(tab.cdpSession, PLAIN);
  expect(await takeSteps(tab, opened, { wishes: PLAIN, budget, journal })).toBe(opened);
  await refuseFaults(tab, PLAIN, journal);
  expect(send).not.toHaveBeenCalled();
  tab.dispose();
});

test.for<[string, Partial<Wishes>]>([
  [
    "click",
    {
      click: [
        { selector: "a", optional: false },
        { selector: "div[", optional: true },
      ],
    },
  ],
  ["hide", { hide: ["div["] }],
  ["remove", { remove: ["div["] }],
  ["scrollTo", { scrollTo: "div[" }],
  ["waitFor.selector", { waitFor: { selector: "div[" } }],
  ["waitFor.hidden", { waitFor: { hidden: "div[" } }],
])("an invalid selector fails the job and is named, also with bestAttempt: %s", ([option, changes]) =>
  inTab({ ...changes, bestAttempt: true }, async ({ end }) => {
    await expect(end).rejects.toMatchObject({
      code: "invalid_selector",
      message: `${option}: “div[” is not a valid CSS selector.`,
    });
  }),
);

interface Failure {
  name: string;
  changes: Partial<Wishes>;
  code: string;
  words: string;
  budgetMs?: number;
}

const NEVER = [{ selector: ".never", optional: false }];
const FAILURES: Failure[] = [
  ...[
    { name: "an element that never comes", waitFor: { selector: ".never" }, words: "“.never”" },
    { name: "an element that never goes", waitFor: { hidden: "#words" }, words: "“#words”" },
    {
      name: "a function that always throws",
      waitFor: { function: "nothing.there" },
      words: "nothing is not",
    },
    { name: "a function that never ends", waitFor: { function: "for (;;);" }, words: "does not respond" },
    { name: "a delay without time for it", waitFor: { delayMs: 15_000 }, words: "15000 ms" },
  ].map(({ name, waitFor, words }) => {
    return { name, changes: { waitFor }, code: "wait_failed", words, budgetMs: SHORT_MS };
  }),
  {
    name: "a function that is no JavaScript",
    changes: { waitFor: { function: "a b c" } },
    code: "wait_failed",
    words: "SyntaxError",
  },
  {
    name: "a click without its element",
    changes: { click: NEVER },
    code: "wait_failed",
    words: "“.never”",
    budgetMs: SHORT_MS,
  },
  {
    name: "a scroll without its element",
    changes: { scrollTo: ".never" },
    code: "wait_failed",
    words: "“.never”",
    budgetMs: SHORT_MS,
  },
  ...[
    { name: "a script that throws", text: "throw new TypeError('no good')", words: "TypeError: no good" },
    { name: "a script that is no JavaScript", text: "a b c", words: "SyntaxError" },
  ].map(({ name, text, words }) => ({ name, changes: { js: [text] }, code: "js_failed", words })),
  ...[
    { name: "a script that never ends", text: "for (;;);" },
    { name: "a script that waits for ever", text: "await new Promise(() => {})" },
  ].map(({ name, text }) => {
    return { name, changes: { js: [text] }, code: "js_failed", words: "did not end", budgetMs: SHORT_MS };
  }),
];

test.concurrent.for(FAILURES)(
  "$name fails the job, or adds a warning with bestAttempt",
  async ({ changes, code, words, budgetMs }) => {
    const message = expect.stringContaining(words);
    const strict = inTab(
      changes,
      ({ end }) => expect(end).rejects.toMatchObject({ code, message }),
      budgetMs,
    );
    const tolerant = async ({ tab, journal, end }: Stepped) => {
      expect(await end).toMatchObject({ kind: "page" });
      expect(journal.warnings).toContainEqual({ code, message });
      expect(await read(tab, "words.textContent")).toBe("Words");
    };
    await Promise.all([strict, inTab({ ...changes, bestAttempt: true }, tolerant, budgetMs)]);
  },
);

test("clicks come in their order, a missing optional one is left out, then the scripts run", () =>
  inTab(
    {
      click: [
        { selector: "#one", optional: false },
        { selector: ".never", optional: true },
        { selector: "#one", optional: false },
      ],
      js: ["document.title += ' two'", "await null; document.title += ' three'"],
      waitFor: { selector: "b", hidden: ".never", function: "() => document.title.endsWith('three')" },
    },
    async ({ tab, journal, end }) => {
      expect(await end).toMatchObject({ kind: "page", changed: true });
      expect(await read(tab, "document.title")).toBe("one one two three");
      expect(journal.warnings).toEqual([]);
    },
  ));

test("dialogs, pop-ups and the end of the window do not stop a job", () =>
  inTab(
    {
      js: ["alert(1); confirm(2); print(); close(); open('/other')"],
      click: [{ selector: "#window", optional: false }],
    },
    async ({ tab, end }) => {
      expect(await end).toMatchObject({ kind: "page" });
      expect(await read(tab, "words.textContent")).toBe("Words");
    },
  ));

test.for<[string, Partial<Wishes>]>([
  ["click", { click: [{ selector: "#inner", optional: false }] }],
  ["js", { js: ["location.href = 'http://127.0.0.1:9090/'"] }],
])("%s cannot lead into a private network", ([, changes]) =>
  inTab(changes, async ({ end }) => {
    await expect(end).rejects.toMatchObject({ code: "target_blocked" });
  }),
);

test("styles, hidden and removed elements apply in shadow roots, and a private import is blocked", () =>
  inTab(
    {
      css: ["p { color: rgb(1, 2, 3) }", "@import 'http://10.0.0.1/x.css'; b { color: rgb(4, 5, 6) }"],
      hide: ["#one"],
      remove: ["a"],
    },
    async ({ tab, end }) => {
      await end;
      const style = (of: string, name: string) => read(tab, `getComputedStyle(${of}).${name}`);
      expect(await style("words", "color")).toBe("rgb(1, 2, 3)");
      expect(await style("host.shadowRoot.querySelector('b')", "color")).toBe("rgb(4, 5, 6)");
      expect(await style("one", "visibility")).toBe("hidden");
      expect(await style("inner", "display")).toBe("none");
      const blocked = () => tab.guard.warnings().map(({ url }) => url);
      await expect.poll(blocked).toContain("http://10.0.0.1/x.css");
    },
  ));
