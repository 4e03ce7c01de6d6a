/** The button on a stranger's site against the running service, from the click to the saved file. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageSize } from "image-size";
import type { Page } from "puppeteer-core";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { openLocalD1 } from "../../dev/data/local-d1.ts";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { openBrowser, seesPassing } from "../stage/browser.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { baseUrl, newAccount, pages } from "../stage/service.ts";
import { startSite, type Visit, visit } from "./host-site.ts";

const browser = await openBrowser();
const site = await startSite();
const database = await openLocalD1();
const saved = await mkdtemp(join(tmpdir(), "platen-widget-"));
const SCRIPT = `<script src="${baseUrl}${WIDGET_PATH}" defer></script>`;
const EVENTS = `<script>for (const type of ["platen-start", "platen-progress", "platen-done", "platen-error"])
  addEventListener(type, ({ detail }) => console.log(type, JSON.stringify(detail)))</script>`;

afterEach(async () => {
  await Promise.all(browser.browserContexts().map((context) => context.id && context.close()));
});
afterAll(async () => {
  await Promise.all([site.close(), database.close(), rm(saved, { recursive: true })]);
});

interface Setting {
  headers?: Record<string, string>;
  host?: string;
}

function open(body: string, { headers, host }: Setting = {}): Promise<Visit> {
  const html = `<html lang="en"><title>Fish &amp; chips: a guide</title>${EVENTS}${SCRIPT}${body}<p>A stranger's page</p>`;
  return visit(browser, site.origin(host) + site.addPage(html, headers));
}

function press(page: Page): Promise<void> {
  return page.locator(">>> button[part=button]").click();
}

/** Waits for the words of the first button's notice. */
async function notice(page: Page): Promise<string> {
  const words = await page.waitForFunction(() => {
    const open = document
      .querySelector("platen-button")
      ?.shadowRoot?.querySelector("[part=notice]:popover-open");
    return open?.querySelector("span")?.textContent;
  });
  return String(await words.jsonValue());
}

interface Saved {
  name: string;
  bytes: Buffer;
}

/** Presses the first button and waits for the file that the browser saves. */
async function save(page: Page): Promise<Saved> {
  const devtools = await browser.target().createCDPSession();
  const { id: browserContextId } = page.browserContext();
  await devtools.send("Browser.setDownloadBehavior", {
    behavior: "allowAndName",
    downloadPath: saved,
    eventsEnabled: true,
    ...(browserContextId ? { browserContextId } : {}),
  });
  const { promise, resolve } = Promise.withResolvers<Saved>();
  const names = new Map<string, string>();
  devtools.on("Browser.downloadWillBegin", ({ guid, suggestedFilename }) =>
    names.set(guid, suggestedFilename),
  );
  devtools.on("Browser.downloadProgress", async ({ guid, state }) => {
    if (state !== "completed") return;
    resolve({ name: names.get(guid) ?? "", bytes: await readFile(join(saved, guid)) });
  });
  await press(page);
  const file = await promise;
  await devtools.detach();
  return file;
}

test("a click saves the page as a PDF under its title, and the visitor stays where he is", async () => {
  const { publicKey } = await newAccount();
  const { page, said } = await open(`<platen-button public-key="${publicKey}"></platen-button>`);
  const before = page.url();
  const saving = () => save(page);
  const { name, bytes } = await seesPassing(page, "Your file is ready.", saving, ">>> [role=status]");
  expect(name).toMatch(/^Fish & chips.*\.pdf$/);
  const [first] = await readPdf(bytes);
  expect(first?.text).toContain("A stranger's page");
  expect(page.url()).toBe(before);
  const events = said.map((line) => line.split(" ")[1]);
  expect(events[0]).toBe("platen-start");
  expect(events.at(-1)).toBe("platen-done");
  expect(events.slice(1, -1).every((type) => type === "platen-progress")).toBe(true);
  expect(said.filter((line) => line.startsWith("error"))).toEqual([]);
});

test("a screenshot has the type that was asked for, and a second click works", async () => {
  const { publicKey } = await newAccount();
  const { page } = await open(`<platen-button public-key="${publicKey}" output-type="screenshot"
    screenshot-type="jpeg" screenshot-full-page="false" form-factor="mobile"></platen-button>`);
  const { name, bytes } = await save(page);
  expect(name).toMatch(/\.jpe?g$/);
  expect(imageSize(bytes).type).toBe("jpg");
  await page.$eval("platen-button", (button) => button.setAttribute("screenshot-type", "png"));
  expect(imageSize((await save(page)).bytes).type).toBe("png");
});

test("a strict Content-Security-Policy with Trusted Types needs the service's origin, nothing else", async () => {
  const { publicKey } = await newAccount();
  const html = `<html><title>Strict</title><p>Words</p>${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`;
  const policy = `default-src 'none'; script-src ${baseUrl}; connect-src ${baseUrl}; require-trusted-types-for 'script'; trusted-types 'none'`;
  const path = site.addPage(html, { "content-security-policy": policy });
  const { page, said } = await visit(browser, site.origin() + path);
  expect((await save(page)).name).toBe("Strict.pdf");
  expect(said).toEqual([]);
});

test("a page whose policy leaves the service out is told so in the console", async () => {
  const { publicKey } = await newAccount();
  const html = `<html lang="en">${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`;
  const path = site.addPage(html, { "content-security-policy": `default-src 'none'; script-src ${baseUrl}` });
  const { page, said } = await visit(browser, site.origin() + path);
  await press(page);
  expect(await notice(page)).toBe("No connection. Please check your network.");
  expect(said.join()).toContain("connect-src");
});

test("several buttons work side by side", async () => {
  const { publicKey } = await newAccount();
  const tag = `<platen-button public-key="${publicKey}"></platen-button>`;
  const { page, said } = await open(`${tag}${tag}${tag}`);
  for (const button of await page.$$(">>> button[part=button]")) await button.click();
  await expect.poll(() => said.filter((line) => line.includes("platen-done")).length).toBe(3);
});

test("inside a frame it works, and in a sandbox that gives it an origin and downloads", async () => {
  const { publicKey } = await newAccount();
  const inner = site.addPage(
    `<title>Inner</title><p>Words</p>${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`,
  );
  const sandbox = "allow-scripts allow-same-origin allow-downloads";
  const { page } = await open(
    `<iframe src="${site.origin("127.0.0.1")}${inner}" sandbox="${sandbox}"></iframe>`,
  );
  const frame = await page.waitForFrame((candidate) => candidate.url().endsWith(inner));
  await frame.evaluate(() => {
    document.addEventListener("platen-done", () => document.body.append("done"));
  });
  await frame.locator(">>> button[part=button]").click();
  await frame.waitForFunction(() => document.body.textContent?.includes("done"));
});

test("it works on the service's own pages, where browsers send reads without Origin", async () => {
  const { publicKey } = await newAccount();
  const { page } = await visit(browser, `${baseUrl}/embed`);
  await page.evaluate(
    (src, key) => {
      const script = Object.assign(document.createElement("script"), { src });
      const button = document.createElement("platen-button");
      button.setAttribute("public-key", key);
      document.body.replaceChildren(script, button);
    },
    WIDGET_PATH,
    publicKey,
  );
  expect((await save(page)).name).toMatch(/\.pdf$/);
});

test("a key that its owner deletes stops at once", async () => {
  const { publicKey, email } = await newAccount();
  const { page, said } = await open(`<platen-button public-key="${publicKey}"></platen-button>`);
  await save(page);
  await database.batch([
    {
      sql: "delete from public_keys where account_id = (select id from accounts where email = ?)",
      params: [email],
    },
  ]);
  await press(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(said.join()).toContain("check that the key still exists");
});

test("in a sandbox without an origin the console says what it needs", async () => {
  const { publicKey } = await newAccount();
  const inner = site.addPage(`${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`);
  const { page, said } = await open(`<iframe src="${inner}" sandbox="allow-scripts"></iframe>`);
  const frame = await page.waitForFrame((candidate) => candidate.url().endsWith(inner));
  await frame.locator(">>> button[part=button]").click();
  await expect.poll(() => said.join()).toContain("allow-same-origin");
});

test("on a domain that is not authorized the visitor reads something plain, the developer what to add", async () => {
  const { publicKey } = await newAccount();
  const tag = `<platen-button public-key="${publicKey}"></platen-button>`;
  const { page, said } = await open(tag, { host: "shop.localhost" });
  await press(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(said.join()).toContain(`Add "${new URL(page.url()).host}" to its authorized domains`);
});

test("a key that does not exist is named as a possible reason", async () => {
  const { page, said } = await open('<platen-button public-key="pk_live_none"></platen-button>');
  await press(page);
  await notice(page);
  expect(said.join()).toContain("check that the key still exists");
});

test("past the account's limit the visitor reads that the site has reached it", async () => {
  const { publicKey, email } = await newAccount();
  await database.batch([
    { sql: "update accounts set credits_used = monthly_credits where email = ?", params: [email] },
  ]);
  const { page, said } = await open(`<platen-button public-key="${publicKey}"></platen-button>`);
  await press(page);
  expect(await notice(page)).toBe("This site has reached its conversion limit.");
  expect(said.join()).toContain("credits_exhausted");
});

test("a page that fails says so; the button works again, and the credit is back", async () => {
  const { publicKey, apiKey } = await newAccount();
  const { page, said } = await open(`<platen-button public-key="${publicKey}" url-source="custom"
    custom-url="${pages}/status/500"></platen-button>`);
  await press(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(said.join()).toContain("http_error");
  const response = await fetch(`${baseUrl}/api/v1/jobs`, { headers: { "x-api-key": apiKey } });
  expect(response.headers.get("x-credits-used")).toBe("0");
  await page.$eval("platen-button", (button) => button.removeAttribute("url-source"));
  expect((await save(page)).name).toMatch(/\.pdf$/);
});

test("a job that its owner cancels is called so, and the visitor may try again", async () => {
  const account = await newAccount("free");
  // The plan renders one job at a time: this one keeps the button's in the line.
  const { path, release } = site.holdPage();
  const first = await createJob(account, { url: site.origin() + path });
  const { page, said } = await open(`<platen-button public-key="${account.publicKey}"></platen-button>`);
  await press(page);
  const jobId = await vi.waitFor(() => {
    const [, id] = said.join().match(/platen-progress {"jobId":"(\w+)"/) ?? [];
    if (!id) throw new Error("The button's job is not there yet.");
    return id;
  });
  await fetch(`${baseUrl}/api/v1/jobs/${jobId}`, {
    method: "DELETE",
    headers: { "x-api-key": account.apiKey },
  });
  expect(await notice(page)).toBe("Something went wrong. Please try again in a minute.");
  expect(said.join()).toContain('platen-error {"code":"canceled"');
  expect(said.join()).toContain("canceled: The job was canceled. Its credit was refunded.");
  release();
  await finishedJob(account, first.jobId);
  expect((await save(page)).name).toMatch(/\.pdf$/);
});

test("an option that the service refuses is named in the console", async () => {
  const { publicKey } = await newAccount();
  const { page, said } = await open(
    `<platen-button public-key="${publicKey}" pdf-margin-top="99in"></platen-button>`,
  );
  await press(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(said.join()).toContain("options.pdfOptions.margin.top");
});

test("a target outside of the key's domains is refused", async () => {
  const { publicKey } = await newAccount();
  const { page, said } = await open(`<platen-button public-key="${publicKey}" url-source="custom"
    custom-url="https://example.com/"></platen-button>`);
  await press(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(said.join()).toContain("target_not_authorized");
});

test("offline is called by its name, and the button works once the line is back", async () => {
  const { publicKey } = await newAccount();
  const { page } = await open(`<platen-button public-key="${publicKey}"></platen-button>`);
  await page.setOfflineMode(true);
  await press(page);
  expect(await notice(page)).toBe("No connection. Please check your network.");
  await page.setOfflineMode(false);
  expect((await save(page)).name).toMatch(/\.pdf$/);
});

test("a host may take the file itself, and show errors itself", async () => {
  const { publicKey } = await newAccount();
  const { page } = await open(`<platen-button public-key="${publicKey}"></platen-button>`);
  const bytes = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const button = document.querySelector("platen-button");
        button?.addEventListener("platen-done", (event) => {
          event.preventDefault();
          if (event instanceof CustomEvent) resolve(event.detail.blob.size);
        });
        button?.shadowRoot?.querySelector("button")?.click();
      }),
  );
  expect(bytes).toBeGreaterThan(500);
  await page.$eval("platen-button", (button) => {
    button.setAttribute("public-key", "pk_live_none");
    button.addEventListener("platen-error", (event) => event.preventDefault());
  });
  await press(page);
  await page.waitForFunction(() =>
    document.querySelector("platen-button")?.shadowRoot?.querySelector("[data-phase=failed]"),
  );
  expect(await page.$(">>> [part=notice]:popover-open")).toBeNull();
});
