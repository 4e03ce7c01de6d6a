/** The built element in a real browser: what it needs no answer of the service for. */
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
import { openBrowser } from "../stage/browser.ts";
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

/** Clicks the first button and answers the body of the request that it makes. */
async function requested(page: Page): Promise<unknown> {
  // While it is at work a click counts for nothing.
  await shown(page, IDLE);
  const [request] = await Promise.all([
    page.waitForRequest((candidate) => candidate.method() === "POST"),
    page.locator(">>> button[part=button]").click(),
  ]);
  return JSON.parse(request.postData() ?? "");
}

function inShadow<T>(page: Page, selector: string, read: (element: Element) => T): Promise<T> {
  return page.$eval(`>>> ${selector}`, read);
}

function textOf(page: Page, selector: string): Promise<string> {
  return inShadow(page, selector, (element) => element.textContent ?? "");
}

/** Resolves when the first element that matches does; polled, as shadow trees do not tell of their changes. */
async function shown(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (inside) => document.querySelector("platen-button")?.shadowRoot?.querySelector(inside),
    {},
    selector,
  );
}

/** Keeps the creation of jobs under way until the answered function fails it. */
async function holdPosts(page: Page): Promise<() => Promise<void>> {
  const held: HTTPRequest[] = [];
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (request.method() === "POST") held.push(request);
    else void request.continue();
  });
  return async () => {
    await Promise.all(held.map((request) => request.abort()));
  };
}

const NOTICE = "[part=notice]:popover-open";
const BUSY = "[part=button][aria-busy=true]";
const IDLE = "[part=button][aria-busy=false]";

test("the script is one file of at most 20 kB gzip", () => {
  const bytes = gzipSync(script, { level: 9 }).byteLength;
  console.log(`${WIDGET_PATH}: ${script.byteLength} bytes, ${bytes} gzip`);
  expect(bytes).toBeLessThanOrEqual(WIDGET_SCRIPT_BYTES);
});

test("any site may load it, and no copy of it is used for more than an hour", () => {
  expect(served.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(served.headers.get("access-control-allow-origin")).toBe("*");
  expect(served.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  const [fresh, stale] = served.headers.get("cache-control")?.match(/\d+/g)?.map(Number) ?? [];
  expect((fresh ?? 0) + (stale ?? 0)).toBeLessThanOrEqual(3_600);
});

test("it asks for nothing before the click and leaves nothing behind but the element", async () => {
  const { page, asked, said } = await open(
    `<script>Object.getOwnPropertyNames(window).forEach((name) => document.documentElement.classList.add(name))</script>
    <platen-button public-key="pk_live_x"></platen-button>`,
  );
  const added = await page.evaluate(() =>
    Object.getOwnPropertyNames(window).filter((name) => !document.documentElement.classList.contains(name)),
  );
  expect(added).toEqual([]);
  expect(asked.map((line) => new URL(line.split(" ")[1] ?? "").pathname)).toEqual([
    expect.stringMatching(/^\/page/),
    WIDGET_PATH,
  ]);
  expect(said).toEqual([]);
});

test("it observes the attributes that the contract names, and mirrors each in a property", async () => {
  const { page } = await open("<platen-button></platen-button>");
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
  formFactor: "desktop",
  pdfOptions: { format: "A4", margin: { top: "50px", right: "50px", bottom: "50px", left: "50px" } },
};

test("without attributes it asks for this page with the defaults", async () => {
  const { page } = await open("<platen-button></platen-button>");
  expect(await requested(page)).toEqual({ url: page.url(), options: PDF_DEFAULTS });
});

test("every attribute arrives in the request", async () => {
  const { page } = await open(`<platen-button url-source="custom" custom-url="/other?x=1" form-factor="mobile"
    pdf-format="letter" pdf-margin-top="1cm" pdf-margin-right="2mm" pdf-margin-bottom="0" pdf-margin-left=".5in">
    </platen-button>`);
  expect(await requested(page)).toEqual({
    url: `${site.origin()}/other?x=1`,
    options: {
      outputType: "pdf",
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
  expect(await requested(page)).toMatchObject({
    options: { outputType: "screenshot", screenshotOptions: { type: "jpeg", quality: 55, fullPage: false } },
  });
});

test("properties set before the script has loaded are honoured, and later ones at once", async () => {
  const { page } = await open(`<platen-button></platen-button>
    <script>document.querySelector("platen-button").outputType = "screenshot"</script>`);
  expect(await textOf(page, "[part=label]")).toBe("Generate screenshot");
  expect(await requested(page)).toMatchObject({
    options: { screenshotOptions: { type: "png", fullPage: true } },
  });
  await page.$eval(WIDGET_TAG, (element) => {
    Object.assign(element, { outputType: null, pdfFormat: "A3", buttonText: "Save" });
  });
  expect(await textOf(page, "[part=label]")).toBe("Save");
  expect(await requested(page)).toMatchObject({ options: { pdfOptions: { format: "A3" } } });
});

test("values that are not valid fall back, and the console says so once", async () => {
  const { page, said } = await open(`<platen-button output-type="gif" form-factor="tv" pdf-format="A9"
    pdf-margin-top="2em" url-source="custom" custom-url="http://"></platen-button>`);
  expect(await requested(page)).toEqual({ url: page.url(), options: PDF_DEFAULTS });
  expect(await requested(page)).toEqual({ url: page.url(), options: PDF_DEFAULTS });
  const warnings = said.filter((line) => line.startsWith("warn"));
  expect(warnings).toHaveLength(new Set(warnings).size);
  for (const wrong of ['output-type="gif"', 'form-factor="tv"', 'pdf-format="A9"', 'pdf-margin-top="2em"']) {
    expect(warnings.join()).toContain(wrong);
  }
  expect(warnings).toHaveLength(6);
});

test("under a strict policy with Trusted Types it stands, styled", async () => {
  const { page, said } = await open('<platen-button public-key="pk_live_x"></platen-button>', {
    "content-security-policy":
      "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  });
  const height = await inShadow(
    page,
    "button[part=button]",
    (button) => button.getBoundingClientRect().height,
  );
  expect(height).toBeGreaterThanOrEqual(44);
  await requested(page);
  await shown(page, NOTICE);
  expect(said.filter((line) => /policy|trusted/i.test(line))).toEqual([]);
});

test("a visitor's own print leaves the button out, whatever the page's styles say", async () => {
  const policy = "script-src 'self'; style-src 'unsafe-inline'; default-src 'none'";
  const { page } = await open(
    `<style>platen-button{display:block!important}</style><p>Words</p><platen-button></platen-button>`,
    { "content-security-policy": policy },
  );
  await shown(page, IDLE);
  const height = () => page.$eval(WIDGET_TAG, (element) => element.getBoundingClientRect().height);
  expect(await height()).toBeGreaterThan(40);
  await page.emulateMediaType("print");
  expect(await height()).toBe(0);
});

test("the script may be there twice", async () => {
  const { page, said } = await open(
    `<platen-button></platen-button>${SCRIPT}<script src="${WIDGET_PATH}"></script>`,
  );
  expect(await page.$$(">>> button[part=button]")).toHaveLength(1);
  expect(said).toEqual([]);
});

test("a button that is moved goes on; one that is taken out stops and starts anew", async () => {
  const { page } = await open(`<platen-button></platen-button><main></main>`);
  const abandoned: string[] = [];
  page.on("requestfailed", (request) => abandoned.push(request.method()));
  await holdPosts(page);
  await requested(page);
  const phase = () => inShadow(page, "button[part=button]", (button) => button.getAttribute("aria-busy"));
  await page.evaluate(() =>
    document.querySelector("main")?.append(document.querySelector("platen-button") ?? ""),
  );
  expect(await phase()).toBe("true");
  expect(abandoned).toEqual([]);
  await page.evaluate(async () => {
    const button = document.querySelector("platen-button");
    button?.remove();
    await Promise.resolve();
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
  const { page } = await open(`<div lang="${lang}"><platen-button></platen-button></div>`);
  expect(await textOf(page, "[part=label]")).toBe(label);
});

test("a page that changes its language changes the label; right-to-left words turn the button", async () => {
  const { page } = await open("<platen-button></platen-button>");
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

test("the page's styles do not reach in", async () => {
  const style = "* { color: red; font: italic 3px serif; letter-spacing: 9px; text-transform: uppercase }";
  const { page } = await open(`<style>${style}</style><platen-button></platen-button>`);
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

test("variables and parts change the looks", async () => {
  const { page } =
    await open(`<style>platen-button { --platen-background: rgb(1, 2, 3); --platen-radius: 20px }
    platen-button::part(icon) { display: none }</style><platen-button></platen-button>`);
  const look = await inShadow(page, "[part=button]", (button) => [
    getComputedStyle(button).backgroundColor,
    getComputedStyle(button).borderRadius,
  ]);
  expect(look).toEqual(["rgb(1, 2, 3)", "20px"]);
  expect(await inShadow(page, "[part=icon]", (icon) => getComputedStyle(icon).display)).toBe("none");
});

test("the variables and parts that the contract names are those that it has", async () => {
  const { page } = await open("<platen-button></platen-button>");
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

test("a host that cancels the start has no request made", async () => {
  const { page, asked } = await open(`<platen-button></platen-button>
    <script>document.addEventListener("platen-start", (event) => event.preventDefault())</script>`);
  await page.locator(">>> button[part=button]").click();
  expect(await inShadow(page, "[part=button]", (button) => button.getAttribute("aria-busy"))).toBe("false");
  expect(asked.filter((line) => line.startsWith("POST"))).toEqual([]);
});

test("by keyboard: focus stays on the button, the failure is announced and goes with Escape", async () => {
  const { page } = await open("<platen-button></platen-button>");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await shown(page, NOTICE);
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

test("an answer that is not the service's own is told as a code of the list, with its status for the developer", async () => {
  const { page, said } = await open(`<platen-button></platen-button>
    <script>addEventListener("platen-error", ({ detail }) => console.log(detail.code))</script>`);
  await page.locator(">>> button[part=button]").click();
  await shown(page, NOTICE);
  expect(said).toContain("log: unavailable");
  expect(said.join()).toContain("unavailable: 404");
});

test("work and failure are announced, and nothing on the page moves", async () => {
  const { page } = await open("<platen-button></platen-button><p>Below</p>");
  const place = () => page.$eval("p", (below) => JSON.stringify(below.getBoundingClientRect()));
  const idle = await place();
  const release = await holdPosts(page);
  await page.locator(">>> button[part=button]").click();
  await shown(page, BUSY);
  expect(await place()).toBe(idle);
  expect(await textOf(page, "[role=status]")).toBe("Generating…");
  await release();
  await shown(page, NOTICE);
  expect(await place()).toBe(idle);
});

test("who wants less motion has none; forced colours keep the progress visible", async () => {
  const { page } = await open("<platen-button></platen-button>");
  const devtools = await page.createCDPSession();
  const features = [{ name: "prefers-reduced-motion", value: "reduce" }];
  await devtools.send("Emulation.setEmulatedMedia", { features });
  await holdPosts(page);
  await page.locator(">>> button[part=button]").click();
  await shown(page, BUSY);
  expect(await inShadow(page, "[part=icon]", (icon) => getComputedStyle(icon).animationName)).toBe("none");
  const fill = () => inShadow(page, "[part=progress]", (bar) => getComputedStyle(bar).fill);
  const usual = await fill();
  await devtools.send("Emulation.setEmulatedMedia", {
    features: [{ name: "forced-colors", value: "active" }],
  });
  expect(await fill()).not.toBe(usual);
});

test.each(["#fff", "#111"])("axe finds nothing on %s, at rest and after a failure", async (background) => {
  const { page } = await open(
    `<body style="background:${background}"><main><h1 style="color:#777">T</h1><platen-button></platen-button></main>`,
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
  await page.locator(">>> button[part=button]").click();
  await shown(page, NOTICE);
  expect(await violations()).toEqual([]);
});
