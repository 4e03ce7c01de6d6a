/**
 * Screens at 390 and 1280 px, and in the dark theme: no axe finding, no sideways scrolling, each control large enough
 * for a finger, and reached and seen with Tab.
 */
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { openBrowser } from "../stage/browser.ts";
import { newAccount } from "../stage/service.ts";
import { tokenFor } from "../web/local-data.ts";
import { tabThrough } from "../web/tab-walk.ts";
import { arrive, click, inspect, sees, switchTheme, twoFrames, until } from "../web/visitor.ts";

interface Screen {
  name: string;
  path: string;
  /** A text that appears only when the screen has loaded. */
  shows: string;
  signedIn?: true;
  act?: (page: Page) => Promise<void>;
}

const SCREENS: readonly Screen[] = [
  { name: "landing", path: "/", shows: "Get started for free" },
  { name: "login", path: "/auth", shows: "Send Magic Link" },
  {
    name: "register-fault",
    path: "/auth?tab=register",
    shows: "Create Account",
    act: async (page) => {
      await click(page, "button", "Create Account");
      await sees(page, "Please fill in all fields");
    },
  },
  { name: "public-docs", path: "/docs", shows: "/api/v1" },
  { name: "docs-reference", path: "/docs/api/public-keys", shows: "Delete a public key" },
  { name: "embed", path: "/embed", shows: "Get Started Free" },
  { name: "public-plans", path: "/plans", shows: "Overage Pricing" },
  { name: "status", path: "/status", shows: "Converting pages" },
  { name: "changelog", path: "/changelog", shows: "Unreleased" },
  { name: "farewell", path: "/auth/deleted", shows: "Your account is deleted" },
  { name: "privacy", path: "/privacy", shows: "Your account" },
  { name: "dashboard", path: "/dashboard", shows: "No jobs yet", signedIn: true },
  { name: "jobs", path: "/jobs", shows: "No jobs yet", signedIn: true },
  { name: "docs-guide", path: "/docs/guides/wix", shows: "Embed HTML", signedIn: true },
  { name: "usage", path: "/dashboard/usage", shows: "No jobs in these days", signedIn: true },
  {
    name: "widget",
    path: "/widget",
    shows: "Local pages",
    signedIn: true,
    act: async (page) => {
      await sees(page, "Embed Code");
    },
  },
  { name: "plans", path: "/plans", shows: "Overage Pricing", signedIn: true },
  { name: "settings", path: "/settings", shows: "This device", signedIn: true },
  {
    name: "settings-forms",
    path: "/settings",
    shows: "This device",
    signedIn: true,
    act: async (page) => {
      for (const button of ["Create Key", "Change email", "Change password"])
        await click(page, "button", button);
      await sees(page, "New email address");
    },
  },
];

const TOUCH_PX = 44;
/** A switch has a larger area around it, a checkbox its label. Links inside of texts are as high as their line. */
const CONTROLS =
  "header a, footer a, nav a, main a[class*=inline-flex], button:not([role=switch]), select, textarea, summary, label:has(> input[type=radio]), input:not([type=radio], [type=checkbox], [type=color])";
/** 320 px is a window of 1280 px at 400 % (WCAG 1.4.10). */
const OTHER_WIDTHS = [320, 360, 768, 1920];

const browser = await openBrowser();
const token = await tokenFor(await newAccount("starter"));

/** The controls of the screen that a finger would miss, with their height in px. */
async function smallControls(page: Page): Promise<{ name: string; height: number }[]> {
  const cdpSession = await page.createCDPSession();
  await cdpSession.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await twoFrames(page);
  const small = await page.$$eval(
    CONTROLS,
    (found, least) => {
      if (!matchMedia("(pointer: coarse)").matches) throw new Error("The page has no finger.");
      return found
        .map((control) => ({
          name: control.textContent ?? "",
          height: control.getBoundingClientRect().height,
        }))
        .filter(({ height }) => height > 0 && height < least);
    },
    TOUCH_PX,
  );
  await cdpSession.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await cdpSession.detach();
  return small;
}

/** A theme of the system for high contrast, which replaces the page's colours and takes its backgrounds away. */
async function forceColors(page: Page): Promise<void> {
  const cdpSession = await page.createCDPSession();
  const features = [{ name: "forced-colors", value: "active" }];
  await cdpSession.send("Emulation.setEmulatedMedia", { features });
  await twoFrames(page);
}

/** The colour of the first element that matches, as the browser shows it. */
function colorOf(page: Page, selector: string, property: string): Promise<string> {
  return page.$eval(selector, (element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

test("in forced colours it is seen what is a button, what is on and what is chosen", async () => {
  const { page } = await arrive(browser, "/widget", { token });
  await sees(page, "Embed Code");
  await click(page, "button", "Create Key");
  await forceColors(page);
  const chosen = await colorOf(page, "label:has(> input[type=radio]:checked)", "background-color");
  expect(chosen).not.toBe(
    await colorOf(page, "label:has(> input[type=radio]:not(:checked))", "background-color"),
  );
  const current = await colorOf(page, "header [aria-current=page]", "border-bottom-color");
  expect(current).not.toBe(await colorOf(page, "header nav a:not([aria-current])", "border-bottom-color"));
  const thumb = await colorOf(page, "[role=switch] > span", "background-color");
  expect(thumb).not.toBe(await colorOf(page, "[role=switch]", "background-color"));
  expect(await colorOf(page, "button[type=submit]", "border-top-width")).toBe("1px");
  await page.browserContext().close();
});

test("on paper, a dark theme that the user has chosen has the colours of the light one", async () => {
  const { page } = await arrive(browser, "/dashboard/usage", { token });
  await sees(page, "No jobs in these days");
  const light = await colorOf(page, "h1", "color");
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await until(async () => expect(await colorOf(page, "h1", "color")).not.toBe(light));
  await page.emulateMediaType("print");
  await until(async () => expect(await colorOf(page, "h1", "color")).toBe(light));
  await page.browserContext().close();
});

test.concurrent.for(SCREENS)("$name", async ({ name, path, shows, signedIn, act }) => {
  const { page, complaints } = await arrive(browser, path, {
    width: 390,
    token: signedIn ? token : undefined,
  });
  await sees(page, shows);
  await act?.(page);
  await page.waitForNetworkIdle();
  await inspect(page, `${name}-390-light`);
  expect(await smallControls(page)).toEqual([]);
  await page.setViewport({ width: 1280, height: 900 });
  await inspect(page, `${name}-1280-light`);

  const { stops, faults } = await tabThrough(page);
  expect(stops.length).toBeGreaterThan(5);
  expect(faults).toEqual([]);

  for (const width of OTHER_WIDTHS) {
    await page.setViewport({ width, height: 900 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, `${name} at ${width} px`).toBeLessThanOrEqual(0);
  }

  // In the dark theme only colours differ, whatever the width.
  await page.setViewport({ width: 1280, height: 900 });
  // The browser keeps the old colours of what it skips outside of the window.
  await page.$$eval("[class*=content-visibility]", (skipped) => {
    for (const element of skipped)
      if (element instanceof HTMLElement) element.style.contentVisibility = "visible";
  });
  await switchTheme(page, "dark");
  await inspect(page, `${name}-1280-dark`, "colors");
  expect(complaints).toEqual([]);
  await page.browserContext().close();
});
