/** Uses the web app as a person does: by role, name and visible text. Checks the accessibility of screens with axe. */
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Locator, Page } from "puppeteer-core";
import { expect, vi } from "vitest";
import { z } from "zod";
import { ROOT } from "../../tools/paths.ts";
import { baseUrl } from "../stage/service.ts";

const OUTPUT = join(ROOT, "tests", "output");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** axe's rules about colours. The result of every other rule is the same in both themes, which differ in colours only. */
const COLORS = ["color-contrast", "link-in-text-block"];
const WAIT_MS = 60_000;
/** Reading the visible text lays the page out, so it is not read more often. */
const POLL_MS = 250;
const CONTROL_POLL_MS = 100;
/** After this time the control is looked for again: React may have replaced it. */
const ACTION_MS = 5_000;

export type Role =
  | "button"
  | "link"
  | "tab"
  | "textbox"
  | "radio"
  | "checkbox"
  | "switch"
  | "combobox"
  | "searchbox";

type Theme = "light" | "dark";

interface Arrival {
  /** Token of a sign-in session. Without it the visitor is signed out. */
  token?: string;
  width?: number;
  theme?: Theme;
}

export interface Visitor {
  page: Page;
  /** Console errors and uncaught errors of the page. */
  complaints: string[];
}

/** Opens an address of the app in a browser profile of its own. */
export async function arrive(
  browser: Browser,
  path: string,
  { token, width = 1280, theme = "light" }: Arrival = {},
): Promise<Visitor> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.setViewport({ width, height: width < 500 ? 844 : 900 });
  await showTheme(page, theme);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  // Before the app's scripts run. Only for this arrival, because the visitor may sign out later.
  const signIn = token
    ? await page.evaluateOnNewDocument(
        (origin, value) => {
          if (location.origin === origin) localStorage.setItem("platen.session", value);
        },
        new URL(baseUrl).origin,
        token,
      )
    : null;
  await page.goto(baseUrl + path);
  if (signIn) await page.removeScriptToEvaluateOnNewDocument(signIn.identifier);
  return { page, complaints };
}

/**
 * Shows the theme, with reduced motion. Each call to `emulateMediaFeatures` replaces all features, so a theme alone would bring
 * the transitions back, and colours would be measured halfway.
 */
async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: theme },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
}

/**
 * Shows the theme on an open page. With reduced motion, a transition takes 1 ms, but every element has one, and an inherited
 * colour passes through those of all its ancestors one after the other.
 */
export async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await showTheme(page, theme);
  await twoFrames(page);
  await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition));
}

function selector(role: Role, name: string): string {
  return `::-p-aria([name="${name}"][role="${role}"])`;
}

/**
 * Does something with the control, once it is on the page. A locator by role and name alone looks for it in every frame, which
 * keeps a processor busy on long pages.
 */
export function use<T>(
  page: Page,
  role: Role,
  name: string,
  action: (control: Locator<Element>) => Promise<T>,
): Promise<T> {
  return vi.waitFor(
    async () => {
      const element = await page.$(selector(role, name));
      if (!element) throw new Error(`The page has no ${role} with the name “${name}”.`);
      return action(element.asLocator().setTimeout(ACTION_MS));
    },
    { timeout: WAIT_MS, interval: CONTROL_POLL_MS },
  );
}

export function click(page: Page, role: Role, name: string): Promise<void> {
  return use(page, role, name, (control) => control.click());
}

export function fill(page: Page, label: string, text: string, role: Role = "textbox"): Promise<void> {
  return use(page, role, label, (field) => field.fill(text));
}

/** The value of a text field. */
export function typedIn(page: Page, label: string): Promise<string> {
  return use(page, "textbox", label, (field) =>
    field.map((element) => (element instanceof HTMLInputElement ? element.value : "")).wait(),
  );
}

export function present(page: Page, role: Role, name: string): Promise<void> {
  return use(page, role, name, async (control) => void (await control.wait()));
}

/** Resolves once no such control is on the page. */
export function absent(page: Page, role: Role, name: string): Promise<void> {
  return until(async () => expect(await page.$(selector(role, name))).toBeNull());
}

/** Repeats the check until it passes. While the page navigates, reading from it fails. */
export function until(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: WAIT_MS, interval: POLL_MS });
}

export function visibleText(page: Page): Promise<string> {
  return page.evaluate(() => document.body.innerText);
}

/** Resolves once the text is visible on the page. */
export function sees(page: Page, text: string): Promise<void> {
  return until(async () => expect(await visibleText(page)).toContain(text));
}

export function seesNoMore(page: Page, text: string): Promise<void> {
  return until(async () => expect(await visibleText(page)).not.toContain(text));
}

/** Resolves once the address is `path`, whatever its query. */
export function isAt(page: Page, path: string): Promise<void> {
  return until(async () => expect(await page.evaluate(() => window.location.pathname)).toBe(path));
}

/** Resolves once the page has painted its latest changes. */
export function twoFrames(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
      }),
  );
}

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.string()) }));

/**
 * Fails on violations of WCAG 2.2 AA and on sideways scrolling. With `colors`, it
 * checks only axe's rules about colours: enough for the second theme of a screen. With `SCREENSHOTS=1` in the environment,
 * saves a picture in tests/output, too.
 */
export async function inspect(page: Page, name: string, rules: "all" | "colors" = "all"): Promise<void> {
  await page.waitForSelector("h1");
  await twoFrames(page);
  if (process.env.SCREENSHOTS) {
    mkdirSync(OUTPUT, { recursive: true });
    await page.screenshot({ path: join(OUTPUT, `${name}.png`), fullPage: true });
  }
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const options = {
    runOnly: rules === "all" ? { type: "tag", values: WCAG } : { type: "rule", values: COLORS },
    resultTypes: ["violations"],
  };
  const found: unknown = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => target.join(" ")) })))`,
  );
  expect(Violations.parse(found), `${name}: accessibility`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name}: wider than its window by`).toBeLessThanOrEqual(0);
}
