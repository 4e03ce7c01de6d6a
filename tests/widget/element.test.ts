/** The built element in a real browser, without jobs: its attributes, requests, looks and accessibility. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { HTTPRequest, Page } from "puppeteer-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { BUTTON_ATTRIBUTES } from "#contract/widget/attributes.ts";
import {
  WIDGET_PARTS,
  WIDGET_PATH,
  WIDGET_SCRIPT_BYTES,
  WIDGET_TAG,
  WIDGET_VARIABLES,
} from "#contract/widget/embed.ts";
import { openBrowser, pressButton } from "../stage/browser.ts";
import { baseUrl } from "../stage/service.ts";
import { startSite, visit } from "./host-site.ts";

const SCRIPT = `<script src="${WIDGET_PATH}" defer></script>`;

const browser = await openBrowser();
const served = await fetch(baseUrl + WIDGET_PATH);
const script = Buffer.from(await served.arrayBuffer());
const site = await startSite();
site.serve(WIDGET_PATH, script, { "content-type": "text/javascript" });

afterEach(async () => {
  await Promise.all(browser.browserContexts().map((context) => context.id && context.close()));
});
afterAll(() => site.close());

function open(body: string, headers?: Record<string, string>) {
  return visit(
    browser,
    site.origin() + site.addPage(`<html lang="en"><title>T</title>${SCRIPT}${body}`, headers),
  );
}

/** Clicks the first button and returns the body of its request. */
async function requestBody(page: Page): Promise<unknown> {
  // A button that is working ignores clicks.
  await waitForMatch(page, IDLE);
  const [request] = await Promise.all([
    page.waitForRequest((candidate) => candidate.method() === "POST"),
    pressButton(page),
  ]);
  return JSON.parse(request.postData() ?? "");
}

function inShadow<T>(page: Page, selector: string, read: (element: Element) => T): Promise<T> {
  return page.$eval(`>>> ${selector}`, read);
}

function textOf(page: Page, selector: string): Promise<string> {
  return inShadow(page, selector, (element) => element.textContent ?? "");
}

/** Resolves once the first button's shadow root has a match. Polls, because observers do not see into shadow trees. */
async function waitForMatch(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (inside) => document.querySelector("platen-button")?.shadowRoot?.querySelector(inside),
    {},
    selector,
  );
}

/** Holds back every POST request. The returned function waits for the first one, and fails it. */
async function holdPosts(page: Page): Promise<() => Promise<void>> {
  const first = Promise.withResolvers<HTTPRequest>();
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (request.method() === "POST") first.resolve(request);
    else void request.continue();
  });
  return async () => (await first.promise).abort();
}

const NOTICE = "[part=notice]:popover-open";
const BUSY = "[part=button][aria-busy=true]";
const IDLE = "[part=button][aria-busy=false]";

test("the script is one file of at most 20 kB gzip", () => {
  const bytes = gzipSync(script, { level: 9 }).byteLength;
  console.log(`${WIDGET_PATH}: ${script.byteLength} bytes, ${bytes} gzip`);
  expect(bytes).toBeLessThanOrEqual(WIDGET_SCRIPT_BYTES);
});

test("any site may load the script, and a cached copy is used for at most an hour", () => {
  expect(served.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(served.headers.get("access-control-allow-origin")).toBe("*");
  expect(served.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  const [fresh, stale] = served.headers.get("cache-control")?.match(/\d+/g)?.map(Number) ?? [];
  expect((fresh ?? 0) + (stale ?? 0)).toBeLessThanOrEqual(3_600);
});

test("the texts are right on a page in another character set", async () => {
  const path = site.addPage(
    `<html lang="fr"><title>T</title><script src="${baseUrl}${WIDGET_PATH}" defer></script><platen-button public-key="pk_live_x"></platen-button>`,
    { "content-type": "text/html; charset=windows-1252" },
  );
  const { page } = await visit(browser, site.origin() + path);
  await waitForMatch(page, "[part=label]");
  expect(await textOf(page, "[part=label]")).toBe("Générer un PDF");
});

test("before a click the script sends no request, and it adds nothing to the page but the element", async () => {
  const { page, requests, consoleLines } = await open(
    `<script>Object.getOwnPropertyNames(window).forEach((name) => document.documentElement.classList.add(name))</script>
    <platen-button public-key="pk_live_x"></platen-button>`,
  );
  const added = await page.evaluate(() =>
    Object.getOwnPropertyNames(window).filter((name) => !document.documentElement.classList.contains(name)),
  );
  expect(added).toEqual([]);
  expect(requests.map((line) => new URL(line.split(" ")[1] ?? "").pathname)).toEqual([
    expect.stringMatching(/^\/page/),
    WIDGET_PATH,
  ]);
  expect(consoleLines).toEqual([]);
});

test("every attribute of the contract is observed and has a property", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button>`);
  const element = await page.evaluate((tag) => {
    const observed: unknown = Reflect.get(customElements.get(tag) ?? {}, "observedAttributes");
    const names = Object.keys(Object.getPrototypeOf(document.querySelector(tag)));
    return { observed, names };
  }, WIDGET_TAG);
  const attributes = BUTTON_ATTRIBUTES.map(({ name }) => name);
  expect(element.observed).toEqual([...attributes, "lang"]);
  const inKebab = element.names.map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  expect(inKebab).toEqual(expect.arrayContaining(attributes));
});

const PDF_DEFAULTS = {
  outputType: "pdf",
  platform: "",
  formFactor: "desktop",
  pdfOptions: { format: "A4", margin: { top: "50px", right: "50px", bottom: "50px", left: "50px" } },
};

test("without attributes it requests the current page with the default options", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button>`);
  expect(await requestBody(page)).toEqual({ url: page.url(), options: PDF_DEFAULTS });
});

test("every attribute arrives in the request", async () => {
  const { page } =
    await open(`<platen-button public-key="pk_live_x" url-source="custom" custom-url="/other?x=1" platform="wix" form-factor="mobile"
    pdf-format="letter" pdf-margin-top="1cm" pdf-margin-right="2mm" pdf-margin-bottom="0" pdf-margin-left=".5in">
    </platen-button>`);
  expect(await requestBody(page)).toEqual({
    url: `${site.origin()}/other?x=1`,
    options: {
      outputType: "pdf",
      platform: "wix",
      formFactor: "mobile",
      pdfOptions: { format: "Letter", margin: { top: "1cm", right: "2mm", bottom: "0", left: ".5in" } },
    },
  });
  await page.$eval(WIDGET_TAG, (element) => {
    element.setAttribute("output-type", "screenshot");
    element.setAttribute("screenshot-type", "jpeg");
    element.setAttribute("screenshot-quality", "55");
    element.setAttribute("screenshot-full-page", "false");
  });
  expect(await requestBody(page)).toMatchObject({
    options: { outputType: "screenshot", screenshotOptions: { type: "jpeg", quality: 55, fullPage: false } },
  });
});

test("properties work when they are set before the script has loaded and when they change later", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button>
    <script>document.querySelector("platen-button").outputType = "screenshot"</script>`);
  expect(await textOf(page, "[part=label]")).toBe("Generate screenshot");
  expect(await requestBody(page)).toMatchObject({
    options: { screenshotOptions: { type: "png", fullPage: true } },
  });
  await page.$eval(WIDGET_TAG, (element) => {
    Object.assign(element, { outputType: null, pdfFormat: "A3", buttonText: "Save" });
  });
  expect(await textOf(page, "[part=label]")).toBe("Save");
  expect(await requestBody(page)).toMatchObject({ options: { pdfOptions: { format: "A3" } } });
});

test("invalid values fall back to the default, with one warning each in the console", async () => {
  const { page, consoleLines } =
    await open(`<platen-button public-key="pk_live_x" output-type="gif" form-factor="tv" pdf-format="A9"
    pdf-margin-top="2em" url-source="custom" custom-url="http://"></platen-button>`);
  expect(await requestBody(page)).toEqual({ url: page.url(), options: PDF_DEFAULTS });
  expect(await requestBody(page)).toEqual({ url: page.url(), options: PDF_DEFAULTS });
  const warnings = consoleLines.filter((line) => line.startsWith("warn"));
  expect(warnings).toHaveLength(new Set(warnings).size);
  for (const wrong of ['output-type="gif"', 'form-factor="tv"', 'pdf-format="A9"', 'pdf-margin-top="2em"']) {
    expect(warnings.join()).toContain(wrong);
  }
  expect(warnings).toHaveLength(6);
});

test("under a strict policy with Trusted Types the button is styled and works", async () => {
  const { page, consoleLines } = await open('<platen-button public-key="pk_live_x"></platen-button>', {
    "content-security-policy":
      "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  });
  const height = await inShadow(
    page,
    "button[part=button]",
    (button) => button.getBoundingClientRect().height,
  );
  expect(height).toBeGreaterThanOrEqual(44);
  await requestBody(page);
  await waitForMatch(page, NOTICE);
  expect(consoleLines.filter((line) => /policy|trusted/i.test(line))).toEqual([]);
});

test("when a visitor prints the page, the button is hidden, whatever the styles of the page", async () => {
  const policy = "script-src 'self'; style-src 'unsafe-inline'; default-src 'none'";
  const { page } = await open(
    `<style>platen-button{display:block!important}</style><p>Words</p><platen-button public-key="pk_live_x"></platen-button>`,
    { "content-security-policy": policy },
  );
  await waitForMatch(page, IDLE);
  const height = () => page.$eval(WIDGET_TAG, (element) => element.getBoundingClientRect().height);
  expect(await height()).toBeGreaterThan(40);
  await page.emulateMediaType("print");
  expect(await height()).toBe(0);
});

test("it works in Safari 17, which has no URL.parse", async () => {
  const { page } = await open(
    `<script>delete URL.parse</script><platen-button public-key="pk_live_x" custom-url="/other" url-source="custom"></platen-button>`,
  );
  expect(await requestBody(page)).toMatchObject({ url: `${site.origin()}/other` });
  await page.$eval(WIDGET_TAG, (element) => element.removeAttribute("url-source"));
  expect(await requestBody(page)).toMatchObject({ url: page.url() });
});

test("a page may include the script twice", async () => {
  const { page, consoleLines } = await open(
    `<platen-button public-key="pk_live_x"></platen-button>${SCRIPT}<script src="${WIDGET_PATH}"></script>`,
  );
  expect(await page.$$(">>> button[part=button]")).toHaveLength(1);
  expect(consoleLines).toEqual([]);
});

test("a button that is moved keeps its job; one that is removed cancels it and starts idle", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button><main></main>`);
  const abandoned: string[] = [];
  page.on("requestfailed", (request) => abandoned.push(request.method()));
  await holdPosts(page);
  await requestBody(page);
  const phase = () => inShadow(page, "button[part=button]", (button) => button.getAttribute("aria-busy"));
  // As a page that replaces its body and keeps some of its elements.
  await page.evaluate(async () => {
    const button = document.querySelector("platen-button");
    button?.remove();
    await Promise.resolve();
    document.querySelector("main")?.append(button ?? "");
  });
  expect(await phase()).toBe("true");
  expect(abandoned).toEqual([]);
  await page.evaluate(async () => {
    const button = document.querySelector("platen-button");
    button?.remove();
    await new Promise((resolve) => setTimeout(resolve));
    document.body.append(button ?? "");
  });
  expect(await phase()).toBe("false");
  await expect.poll(() => abandoned).toEqual(["POST"]);
});

test.each([
  ["de", "PDF erstellen"],
  ["pt-BR", "Gerar PDF"],
  ["zh-Hant", "生成 PDF"],
  ["xx", "Generate PDF"],
])("the label follows lang=%s", async (lang, label) => {
  const { page } = await open(
    `<div lang="${lang}"><platen-button public-key="pk_live_x"></platen-button></div>`,
  );
  expect(await textOf(page, "[part=label]")).toBe(label);
});

test("the label follows a change of the page's language, and right-to-left text mirrors the button", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button>`);
  await page.evaluate(() => document.documentElement.setAttribute("lang", "ar"));
  await page.waitForFunction(() =>
    document.querySelector("platen-button")?.shadowRoot?.textContent?.includes("إنشاء"),
  );
  const isRightToLeft = await inShadow(page, "[part=button]", (button) => {
    const [icon, label] = ["icon", "label"].map((part) =>
      button.querySelector(`[part=${part}]`)?.getBoundingClientRect(),
    );
    return (icon?.left ?? 0) > (label?.left ?? 0);
  });
  expect(isRightToLeft).toBe(true);
});

test("styles of the page do not change the inside of the button", async () => {
  const style = "* { color: red; font: italic 3px serif; letter-spacing: 9px; text-transform: uppercase }";
  const { page } = await open(
    `<style>${style}</style><platen-button public-key="pk_live_x"></platen-button>`,
  );
  const look = await inShadow(page, "[part=label]", (label) => {
    const { color, fontSize, fontStyle, letterSpacing, textTransform } = getComputedStyle(label);
    return { color, fontSize, fontStyle, letterSpacing, textTransform };
  });
  expect(look).toEqual({
    color: "rgb(255, 255, 255)",
    fontSize: "16px",
    fontStyle: "normal",
    letterSpacing: "normal",
    textTransform: "none",
  });
});

test("CSS variables and parts change how the button looks", async () => {
  const { page } =
    await open(`<style>platen-button { --platen-background: rgb(1, 2, 3); --platen-radius: 20px }
    platen-button::part(icon) { display: none }</style><platen-button public-key="pk_live_x"></platen-button>`);
  const look = await inShadow(page, "[part=button]", (button) => [
    getComputedStyle(button).backgroundColor,
    getComputedStyle(button).borderRadius,
  ]);
  expect(look).toEqual(["rgb(1, 2, 3)", "20px"]);
  expect(await inShadow(page, "[part=icon]", (icon) => getComputedStyle(icon).display)).toBe("none");
});

test("the element has exactly the CSS variables and parts of the contract", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button>`);
  const has = await page.$eval(WIDGET_TAG, ({ shadowRoot }) => {
    const rules = [...(shadowRoot?.adoptedStyleSheets ?? [])].flatMap((sheet) => [...sheet.cssRules]);
    const style = rules.map((rule) => rule.cssText).join("\n");
    const parts = [...(shadowRoot?.querySelectorAll("[part]") ?? [])].map((element) =>
      element.getAttribute("part"),
    );
    return { variables: [...new Set(style.match(/--platen-[\w-]+/g))], parts };
  });
  expect(has.variables.sort()).toEqual(WIDGET_VARIABLES.map(({ name }) => name).sort());
  expect(has.parts.sort()).toEqual(WIDGET_PARTS.map(({ name }) => name).sort());
});

test("canceling the platen-start event prevents the request", async () => {
  const { page, requests } = await open(`<platen-button public-key="pk_live_x"></platen-button>
    <script>document.addEventListener("platen-start", (event) => event.preventDefault())</script>`);
  await pressButton(page);
  expect(await inShadow(page, "[part=button]", (button) => button.getAttribute("aria-busy"))).toBe("false");
  expect(requests.filter((line) => line.startsWith("POST"))).toEqual([]);
});

test("with the keyboard, focus stays on the button, and Escape closes the announced failure", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button>`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await waitForMatch(page, NOTICE);
  expect(await textOf(page, "[role=status]")).toBe("Something went wrong. Please try again in a minute.");
  const focused = () =>
    page.evaluate(() =>
      document.querySelector("platen-button")?.shadowRoot?.activeElement?.getAttribute("part"),
    );
  expect(await focused()).toBe("button");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("close");
  await page.keyboard.press("Escape");
  expect(await focused()).toBe("button");
  expect(await page.$(`>>> ${NOTICE}`)).toBeNull();
  expect(await textOf(page, "[role=status]")).toBe("");
});

test.each(["", 'public-key=" "'])(
  "without a key (%s), no request is sent, and the console says what is missing",
  async (key) => {
    const { page, requests, consoleLines } = await open(`<platen-button ${key}></platen-button>
    <script>addEventListener("platen-error", ({ detail }) => console.log(detail.code))</script>`);
    await pressButton(page);
    await waitForMatch(page, NOTICE);
    expect(await textOf(page, "[role=status]")).toBe("This page could not be converted.");
    expect(consoleLines).toContain("log: public_key_invalid");
    expect(consoleLines.join()).toContain("public-key is missing");
    expect(requests.filter((line) => line.startsWith("POST"))).toEqual([]);
  },
);

test("a response that is not from the service is reported as unavailable, with its status in the console", async () => {
  const { page, consoleLines } = await open(`<platen-button public-key="pk_live_x"></platen-button>
    <script>addEventListener("platen-error", ({ detail }) => console.log(detail.code))</script>`);
  await pressButton(page);
  await waitForMatch(page, NOTICE);
  expect(consoleLines).toContain("log: unavailable");
  expect(consoleLines.join()).toContain("unavailable: 404");
});

test("progress and failure are announced to screen readers, and nothing on the page moves", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button><p>Below</p>`);
  const place = () => page.$eval("p", (below) => JSON.stringify(below.getBoundingClientRect()));
  const idle = await place();
  const release = await holdPosts(page);
  await pressButton(page);
  await waitForMatch(page, BUSY);
  expect(await place()).toBe(idle);
  expect(await textOf(page, "[role=status]")).toBe("Generating…");
  await release();
  await waitForMatch(page, NOTICE);
  expect(await place()).toBe(idle);
});

test("with reduced motion nothing is animated, and with forced colours the progress is visible", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button>`);
  const cdpSession = await page.createCDPSession();
  const features = [{ name: "prefers-reduced-motion", value: "reduce" }];
  await cdpSession.send("Emulation.setEmulatedMedia", { features });
  await holdPosts(page);
  await pressButton(page);
  await waitForMatch(page, BUSY);
  expect(await inShadow(page, "[part=icon]", (icon) => getComputedStyle(icon).animationName)).toBe("none");
  const fill = () => inShadow(page, "[part=progress]", (bar) => getComputedStyle(bar).fill);
  const usual = await fill();
  await cdpSession.send("Emulation.setEmulatedMedia", {
    features: [{ name: "forced-colors", value: "active" }],
  });
  expect(await fill()).not.toBe(usual);
});

test("the notices of buttons that stand side by side do not cover each other, at any place in the window", async () => {
  const { page } = await open(
    `<style>p { position: absolute; margin: 0; left: 20vw } p:last-of-type { bottom: 0 }</style>${"<p>"
      .concat('<platen-button public-key="pk_live_x"></platen-button> '.repeat(3))
      .repeat(2)}`,
  );
  await waitForMatch(page, IDLE);
  for (const button of await page.$$(">>> button[part=button]")) await button.click();
  const boxes = () =>
    page.$$eval(`>>> ${NOTICE}`, (notices) =>
      notices
        .map((notice) => notice.getBoundingClientRect())
        .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
    );
  await expect.poll(async () => (await boxes()).length).toBe(6);
  const all = await boxes();
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      const isApart =
        one.right <= other.left ||
        other.right <= one.left ||
        one.bottom <= other.top ||
        other.bottom <= one.top;
      expect(isApart, JSON.stringify([one, other])).toBe(true);
    }
    expect(one.top).toBeGreaterThanOrEqual(0);
    expect(one.bottom).toBeLessThanOrEqual(600);
  }
});

test("the notice is inside of a window that is hardly higher than the button, as the frames of site builders are", async () => {
  const { page } = await open(`<platen-button public-key="pk_live_x"></platen-button>`);
  const height = 64;
  await page.setViewport({ width: 230, height });
  await pressButton(page);
  await waitForMatch(page, NOTICE);
  const [top, bottom] = await inShadow(page, NOTICE, (notice) => {
    const box = notice.getBoundingClientRect();
    return [box.top, box.bottom];
  });
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(height);
});

test.each(["#fff", "#111"])("axe finds nothing on %s, at rest and after a failure", async (background) => {
  const { page } = await open(
    `<body style="background:${background}"><main><h1 style="color:#777">T</h1><platen-button public-key="pk_live_x"></platen-button></main>`,
  );
  await page.addScriptTag({
    content: await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
  });
  const violations = () =>
    page.evaluate(async () => {
      const { violations } = await Reflect.get(window, "axe").run("platen-button");
      return violations.map(({ id }: { id: string }) => id);
    });
  expect(await violations()).toEqual([]);
  await pressButton(page);
  await waitForMatch(page, NOTICE);
  expect(await violations()).toEqual([]);
});
