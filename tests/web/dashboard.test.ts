/** The dashboard: converting a page, and what it shows about the job afterwards. */
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import type { Tier } from "#contract/plans.ts";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { openBrowser } from "../stage/browser.ts";
import { newAccount, pages } from "../stage/service.ts";
import { spendCredits, tokenFor } from "./local-data.ts";
import { absent, arrive, click, fill, inspect, present, sees, until, visibleText } from "./visitor.ts";

const browser = await openBrowser();
const MAX_TABS = 40;
const ARTICLE = `${pages}/article.html`;

async function dashboard(tier: Tier): Promise<Page> {
  const { page } = await arrive(browser, "/dashboard", { token: await tokenFor(await newAccount(tier)) });
  await sees(page, "No jobs yet");
  return page;
}

/** Deletes what Safari 17.4 and Chrome 125 lack, in a page or in the worker that reads PDFs. */
const ONLY_NEWER_BROWSERS_HAVE = `
  delete URL.parse;
  delete Promise.try;
  delete Math.sumPrecise;
  delete Map.prototype.getOrInsert;
  delete Map.prototype.getOrInsertComputed;
  delete WeakMap.prototype.getOrInsertComputed;
  delete Response.prototype.bytes;
  for (const name of ["toHex", "toBase64", "fromHex", "fromBase64"]) {
    delete Uint8Array[name];
    delete Uint8Array.prototype[name];
  }
`;

async function convert(page: Page, address: string): Promise<void> {
  await fill(page, "Page address", address);
  await click(page, "button", "Convert");
}

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (element instanceof HTMLInputElement) return element.labels?.[0]?.textContent ?? "";
      return element?.textContent ?? "";
    });
    if (focused === name) return;
  }
  throw new Error(`Tab does not lead to “${name}”.`);
}

test("a converted page gets a preview, and appears in the jobs, the usage and the credits", async () => {
  const page = await dashboard("starter");
  await convert(page, ARTICLE);
  await page.waitForSelector('canvas[role="img"][data-state="drawn"]');
  await sees(page, "completed");
  await sees(page, "1 job in the last 30 days");
  await sees(page, "299 credits");
  await inspect(page, "dashboard-converted");

  const [download] = await page.$$eval("a[download]", (links) =>
    links.map((link) => link.getAttribute("href")),
  );
  const type = await page.evaluate(
    async (href) => (await fetch(href ?? "")).headers.get("content-type"),
    download,
  );
  expect(type).toBe("application/pdf");
});

test("a browser from 2024 converts a page and draws its preview", { tags: ["nightly"] }, async () => {
  const page = await dashboard("starter");
  await page.evaluateOnNewDocument(ONLY_NEWER_BROWSERS_HAVE);
  const cdpSession = await page.createCDPSession();
  cdpSession.on("Fetch.requestPaused", async ({ requestId, responseHeaders }) => {
    const { body, base64Encoded } = await cdpSession.send("Fetch.getResponseBody", { requestId });
    const worker = Buffer.from(body, base64Encoded ? "base64" : "utf8");
    await cdpSession.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: 200,
      responseHeaders,
      body: Buffer.concat([Buffer.from(ONLY_NEWER_BROWSERS_HAVE), worker]).toString("base64"),
    });
  });
  await cdpSession.send("Fetch.enable", { patterns: [{ urlPattern: "*.mjs", requestStage: "Response" }] });
  await page.reload();
  await convert(page, ARTICLE);
  await page.waitForSelector('canvas[role="img"][data-state="drawn"]');
  await sees(page, "completed");
});

test("the chart shows the numbers of the day under the pointer until the pointer leaves", {
  tags: ["nightly"],
}, async () => {
  const account = await newAccount("starter");
  const { jobId } = await createJob(account, { url: ARTICLE });
  await finishedJob(account, jobId);
  const { page } = await arrive(browser, "/dashboard", { token: await tokenFor(account) });
  await sees(page, "1 job in the last 30 days");
  // The bar of today is the last one. It moves while the page above it loads.
  await until(async () => {
    await page.hover('[aria-label^="Jobs per day"] g:last-child');
    expect(await visibleText(page)).toContain(": 1 PDF, 0 screenshots");
  });
  await page.mouse.move(1, 1);
  await sees(page, "1 job in the last 30 days");
});

test("the result of a screenshot job is shown as an image", { tags: ["nightly"] }, async () => {
  const page = await dashboard("pro");
  await click(page, "radio", "Screenshot");
  await convert(page, ARTICLE);
  await page.waitForFunction(() => {
    const picture = document.querySelector('img[alt^="Screenshot of"]');
    return picture instanceof HTMLImageElement && picture.naturalWidth > 0;
  });
});

test("a failed job says why and what to do, and its credit is refunded", async () => {
  const page = await dashboard("starter");
  await convert(page, `${pages}/status/404`);
  await sees(page, "failed");
  await sees(page, "Check that the page opens in a private browser window without signing in.");
  await present(page, "button", "Retry");
  await sees(page, "300 credits");
  await inspect(page, "dashboard-failed");
});

test("Retry creates a new job with the options of the failed one", { tags: ["nightly"] }, async () => {
  const account = await newAccount("starter");
  const options = {
    outputType: "screenshot",
    formFactor: "mobile",
    screenshotOptions: { type: "jpeg", quality: 40, fullPage: false },
  } as const;
  const { jobId } = await createJob(account, { url: `${pages}/status/404`, options });
  await finishedJob(account, jobId);
  const { page } = await arrive(browser, "/dashboard", { token: await tokenFor(account) });
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url().endsWith("/api/v1/jobs") && sent.method() === "POST"),
    click(page, "button", "Retry"),
  ]);
  expect(JSON.parse(request.postData() ?? "")).toMatchObject({ url: `${pages}/status/404`, options });
});

test("an invalid address is reported at the field, and no request is sent", async () => {
  const page = await dashboard("free");
  await convert(page, "");
  await sees(page, "Please enter the address of a page");
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("type"));
  expect(focused).toBe("url");
  await sees(page, "No jobs yet");
});

test("a job can be deleted from the recent jobs", { tags: ["nightly"] }, async () => {
  const page = await dashboard("starter");
  await convert(page, ARTICLE);
  await page.waitForSelector('canvas[role="img"][data-state="drawn"]');
  await click(page, "button", `Delete the job of ${ARTICLE}`);
  await sees(page, "1 job deleted.");
  await absent(page, "button", `Delete the job of ${ARTICLE}`);
});

test("a page can be converted with the keyboard alone, from the address field to the download", async () => {
  const account = await newAccount("starter");
  const { page } = await arrive(browser, "/auth");
  await present(page, "button", "Login");
  await tabTo(page, "Email");
  await page.keyboard.type(account.email);
  await tabTo(page, "Password");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Enter");
  await sees(page, "No jobs yet");

  await tabTo(page, "Page address");
  await page.keyboard.type(ARTICLE);
  await tabTo(page, "PDF");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "Convert");
  await page.keyboard.press("Enter");
  await sees(page, "How a page becomes a file.png");
  await tabTo(page, "Download");
});

test.for([
  { used: 224, level: "normal", sentence: null },
  { used: 225, level: "warning", sentence: "You have used most of your monthly credits." },
  {
    used: 270,
    level: "critical",
    sentence: "You are running low on credits. Consider upgrading your plan.",
  },
  {
    used: 301,
    level: "over",
    sentence:
      "You have exceeded your monthly credit limit. Enable overage in Settings to continue using credits.",
  },
])(
  "with $used of 300 credits used the bar is $level",
  { tags: ["nightly"] },
  async ({ used, level, sentence }) => {
    const account = await newAccount("starter");
    await spendCredits(account, used);
    const { page } = await arrive(browser, "/dashboard", { token: await tokenFor(account) });
    await sees(page, "of 300 credits used");
    expect(await page.$eval("progress", (bar) => bar.getAttribute("data-level"))).toBe(level);
    if (sentence) await sees(page, sentence);
    const text = await page.evaluate(() => document.body.innerText);
    expect(text.includes("You have ") || text.includes("You are ")).toBe(sentence !== null);
    await inspect(page, `credits-${level}`);
  },
);
