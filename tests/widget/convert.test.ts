/** The button on a customer's site with the running service, from the click to the saved file. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageSize } from "image-size";
import type { Page } from "puppeteer-core";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { JOB_MESSAGES } from "#contract/job/state.ts";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { openLocalD1 } from "../../dev/data/local-d1.ts";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { openBrowser, pressButton, seesPassing } from "../stage/browser.ts";
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

interface HostPage {
  headers?: Record<string, string>;
  host?: string;
}

function open(body: string, { headers, host }: HostPage = {}): Promise<Visit> {
  const html = `<html lang="en"><title>Fish &amp; chips: a guide</title>${EVENTS}${SCRIPT}${body}<p>A customer's page</p>`;
  return visit(browser, site.origin(host) + site.addPage(html, headers));
}

/** Waits for the first button's notice and returns its text. */
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
  const cdpSession = await browser.target().createCDPSession();
  const { id: browserContextId } = page.browserContext();
  await cdpSession.send("Browser.setDownloadBehavior", {
    behavior: "allowAndName",
    downloadPath: saved,
    eventsEnabled: true,
    ...(browserContextId ? { browserContextId } : {}),
  });
  const { promise, resolve } = Promise.withResolvers<Saved>();
  const names = new Map<string, string>();
  cdpSession.on("Browser.downloadWillBegin", ({ guid, suggestedFilename }) =>
    names.set(guid, suggestedFilename),
  );
  cdpSession.on("Browser.downloadProgress", async ({ guid, state }) => {
    if (state !== "completed") return;
    resolve({ name: names.get(guid) ?? "", bytes: await readFile(join(saved, guid)) });
  });
  await pressButton(page);
  const file = await promise;
  await cdpSession.detach();
  return file;
}

test("a click saves the page as a PDF named after its title, and the visitor stays on the page", async () => {
  const { publicKey } = await newAccount();
  const { page, consoleLines } = await open(`<platen-button public-key="${publicKey}"></platen-button>`);
  const before = page.url();
  const saving = () => save(page);
  const { name, bytes } = await seesPassing(page, "Your file is ready.", saving, ">>> [role=status]");
  expect(name).toMatch(/^Fish & chips.*\.pdf$/);
  const [first] = await readPdf(bytes);
  expect(first?.text).toContain("A customer's page");
  expect(page.url()).toBe(before);
  const events = consoleLines.map((line) => line.split(" ")[1]);
  expect(events[0]).toBe("platen-start");
  expect(events.at(-1)).toBe("platen-done");
  expect(events.slice(1, -1).every((type) => type === "platen-progress")).toBe(true);
  expect(consoleLines.filter((line) => line.startsWith("error"))).toEqual([]);
});

test("a screenshot has the requested image type, and a second click works", {
  tags: ["nightly"],
}, async () => {
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
  const { page, consoleLines } = await visit(browser, site.origin() + path);
  expect((await save(page)).name).toBe("Strict.pdf");
  expect(consoleLines).toEqual([]);
});

test("on a page whose policy blocks the service, the console says what to allow", async () => {
  const { publicKey } = await newAccount();
  const html = `<html lang="en">${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`;
  const path = site.addPage(html, { "content-security-policy": `default-src 'none'; script-src ${baseUrl}` });
  const { page, consoleLines } = await visit(browser, site.origin() + path);
  await pressButton(page);
  expect(await notice(page)).toBe("No connection. Please check your network.");
  expect(consoleLines.join()).toContain("connect-src");
});

test("several buttons work side by side", { tags: ["nightly"] }, async () => {
  const { publicKey } = await newAccount();
  const tag = `<platen-button public-key="${publicKey}"></platen-button>`;
  const { page, consoleLines } = await open(`${tag}${tag}${tag}`);
  for (const button of await page.$$(">>> button[part=button]")) await button.click();
  await expect.poll(() => consoleLines.filter((line) => line.includes("platen-done")).length).toBe(3);
});

test("it works in a frame whose sandbox allows an origin and downloads", async () => {
  const { publicKey } = await newAccount();
  const inner = site.addPage(
    `<title>Inner</title><p>Words</p>${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`,
  );
  const sandbox = "allow-scripts allow-same-origin allow-downloads";
  const { page } = await open(
    `<iframe src="${site.origin("127.0.0.1")}${inner}" sandbox="${sandbox}"
      referrerpolicy="no-referrer-when-downgrade"></iframe>`,
  );
  const frame = await page.waitForFrame((candidate) => candidate.url().endsWith(inner));
  await frame.evaluate(() => {
    document.addEventListener("platen-done", () => document.body.append("done"));
  });
  await pressButton(frame);
  await frame.waitForFunction(() => document.body.textContent?.includes("done"));
});

test("it works on our own pages, where browsers send GET requests without Origin", {
  tags: ["nightly"],
}, async () => {
  const { publicKey } = await newAccount();
  // A page without scripts of its own, which could still be changing it.
  const { page } = await visit(browser, `${baseUrl}/sample/`);
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

test("a deleted key stops working at once", async () => {
  const { publicKey, email } = await newAccount();
  const { page, consoleLines } = await open(`<platen-button public-key="${publicKey}"></platen-button>`);
  await save(page);
  await database.batch([
    {
      sql: "delete from public_keys where account_id = (select id from accounts where email = ?)",
      params: [email],
    },
  ]);
  await pressButton(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(consoleLines.join()).toContain("check that the key still exists");
});

test("in a sandbox without an origin, the console says what to allow", async () => {
  const { publicKey } = await newAccount();
  const inner = site.addPage(`${SCRIPT}<platen-button public-key="${publicKey}"></platen-button>`);
  const { page, consoleLines } = await open(`<iframe src="${inner}" sandbox="allow-scripts"></iframe>`);
  const frame = await page.waitForFrame((candidate) => candidate.url().endsWith(inner));
  await pressButton(frame);
  await expect.poll(() => consoleLines.join()).toContain("allow-same-origin");
});

test("on an unauthorized domain, the visitor sees a short message and the console says what to add", async () => {
  const { publicKey } = await newAccount();
  const tag = `<platen-button public-key="${publicKey}"></platen-button>`;
  const { page, consoleLines } = await open(tag, { host: "shop.localhost" });
  await pressButton(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(consoleLines.join()).toContain(`Add "${new URL(page.url()).host}" to its authorized domains`);
});

test("for an unknown key, the console suggests to check that the key exists", {
  tags: ["nightly"],
}, async () => {
  const { page, consoleLines } = await open('<platen-button public-key="pk_live_none"></platen-button>');
  await pressButton(page);
  await notice(page);
  expect(consoleLines.join()).toContain("check that the key still exists");
});

test("without credits left, the visitor sees that the site has reached its limit", async () => {
  const { publicKey, email } = await newAccount();
  await database.batch([
    { sql: "update accounts set credits_used = monthly_credits where email = ?", params: [email] },
  ]);
  const { page, consoleLines } = await open(`<platen-button public-key="${publicKey}"></platen-button>`);
  await pressButton(page);
  expect(await notice(page)).toBe("This site has reached its conversion limit.");
  expect(consoleLines.join()).toContain("credits_exhausted");
});

test("after a failed page the visitor sees a message, the credit is refunded, and the button works again", async () => {
  const { publicKey, apiKey } = await newAccount();
  const { page, consoleLines } = await open(`<platen-button public-key="${publicKey}" url-source="custom"
    custom-url="${pages}/status/500"></platen-button>`);
  await pressButton(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(consoleLines.join()).toContain("http_error");
  const response = await fetch(`${baseUrl}/api/v1/jobs`, { headers: { "x-api-key": apiKey } });
  expect(response.headers.get("x-credits-used")).toBe("0");
  await page.$eval("platen-button", (button) => button.removeAttribute("url-source"));
  expect((await save(page)).name).toMatch(/\.pdf$/);
});

test("when the owner cancels the job, the visitor can try again", { tags: ["nightly"] }, async () => {
  const account = await newAccount("free");
  // The Free plan renders one job at a time, so this one keeps the job of the button in the queue.
  const { path, release } = site.holdPage();
  const first = await createJob(account, { url: site.origin() + path });
  const { page, consoleLines } = await open(
    `<platen-button public-key="${account.publicKey}"></platen-button>`,
  );
  await pressButton(page);
  const jobId = await vi.waitFor(() => {
    const [, id] = consoleLines.join().match(/platen-progress {"jobId":"(\w+)"/) ?? [];
    if (!id) throw new Error("The button's job is not there yet.");
    return id;
  }, 60_000);
  await fetch(`${baseUrl}/api/v1/jobs/${jobId}`, {
    method: "DELETE",
    headers: { "x-api-key": account.apiKey },
  });
  expect(await notice(page)).toBe("Something went wrong. Please try again in a minute.");
  expect(consoleLines.join()).toContain('platen-error {"code":"canceled"');
  expect(consoleLines.join()).toContain(`canceled: ${JOB_MESSAGES.canceled}`);
  release();
  await finishedJob(account, first.jobId);
  expect((await save(page)).name).toMatch(/\.pdf$/);
});

test("an option that the service refuses is named in the console", { tags: ["nightly"] }, async () => {
  const { publicKey } = await newAccount();
  const { page, consoleLines } = await open(
    `<platen-button public-key="${publicKey}" pdf-margin-top="99in"></platen-button>`,
  );
  await pressButton(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(consoleLines.join()).toContain("options.pdfOptions.margin.top");
});

test("a target outside of the key's authorized domains is refused", async () => {
  const { publicKey } = await newAccount();
  const { page, consoleLines } = await open(`<platen-button public-key="${publicKey}" url-source="custom"
    custom-url="https://example.com/"></platen-button>`);
  await pressButton(page);
  expect(await notice(page)).toBe("This page could not be converted.");
  expect(consoleLines.join()).toContain("target_not_authorized");
});

test("offline, the visitor sees that there is no connection, and the button works once it is back", async () => {
  const { publicKey } = await newAccount();
  const { page } = await open(`<platen-button public-key="${publicKey}"></platen-button>`);
  await page.setOfflineMode(true);
  await pressButton(page);
  expect(await notice(page)).toBe("No connection. Please check your network.");
  await page.setOfflineMode(false);
  expect((await save(page)).name).toMatch(/\.pdf$/);
});

test("a page can handle the file and the errors itself", { tags: ["nightly"] }, async () => {
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
  await pressButton(page);
  await page.waitForFunction(() =>
    document.querySelector("platen-button")?.shadowRoot?.querySelector("[data-phase=failed]"),
  );
  expect(await page.$(">>> [part=notice]:popover-open")).toBeNull();
});
