/** What goes wrong outside of the app: no network, a slow one, a failing API, long and foreign texts. */
import type { HTTPRequest, Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { openBrowser } from "../stage/browser.ts";
import { baseUrl, newAccount, pages } from "../stage/service.ts";
import { tokenFor } from "../web/local-data.ts";
import { arrive, click, fill, present, sees, typedIn, until } from "../web/visitor.ts";

const browser = await openBrowser();
const ARTICLE = `${pages}/article.html`;
const LONG_NAME = "W".repeat(100);
const RTL_NAME = "مفتاح الموقع الرئيسي";
const LONG_DOMAIN = `${"department.".repeat(15)}example.com`;
const LONG_QUERY = "a-long-value-".repeat(60);
/** 320 px is a window of 1280 px at a zoom of 400 %. */
const WIDTHS = [320, 390, 640, 1280];

async function staysInside(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

test("long names, domains and addresses, also from right to left, stay inside of the window", async () => {
  const account = await newAccount("pro");
  const token = await tokenFor(account);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = (path: string, body: unknown) =>
    fetch(`${baseUrl}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  for (const name of [LONG_NAME, RTL_NAME]) {
    const made = await send("public-keys", { name, authorized_domains: [LONG_DOMAIN] });
    expect(made.status).toBe(201);
    expect((await send("user/api-keys", { name, scopes: ["read"] })).status).toBe(201);
  }
  const { jobId } = await createJob(account, { url: `${ARTICLE}?${LONG_QUERY}` });
  await finishedJob(account, jobId);

  const { page, complaints } = await arrive(browser, "/widget", { token });
  await sees(page, LONG_NAME);
  await click(page, "button", `Select ${LONG_NAME}`);
  await present(page, "button", `Selected: ${LONG_NAME}`);
  await staysInside(page);
  for (const [path, text] of [
    ["/settings", RTL_NAME],
    ["/dashboard", "completed"],
    ["/jobs", "completed"],
    [`/jobs/${jobId}`, "Run again"],
    [`/jobs/compare?a=${jobId}&b=${jobId}`, "completed"],
  ] as const) {
    await page.goto(baseUrl + path);
    await sees(page, text);
    await staysInside(page);
  }
  expect(complaints).toEqual([]);
});

test("without a network a failed request is reported at once, and works when the network is back", async () => {
  const { page } = await arrive(browser, "/dashboard", {
    token: await tokenFor(await newAccount("starter")),
  });
  await sees(page, "No jobs yet");
  await page.setOfflineMode(true);
  await fill(page, "Page address", ARTICLE);
  await click(page, "button", "Convert");
  await sees(page, "Request failed");
  expect(await typedIn(page, "Page address")).toBe(ARTICLE);
  await page.setOfflineMode(false);
  await click(page, "button", "Convert");
  await sees(page, "completed");
});

test("what could not be loaded without a network is loaded when it is back", async () => {
  const { page } = await arrive(browser, "/jobs", { token: await tokenFor(await newAccount("starter")) });
  await sees(page, "No jobs yet");
  await click(page, "link", "Widget");
  await sees(page, "Local pages");
  await click(page, "link", "Dashboard");
  await present(page, "button", "Convert");
  await page.setOfflineMode(true);
  await click(page, "link", "All jobs");
  await page.select("::-p-aria(Status)", "failed");
  await sees(page, "Your jobs could not be loaded.");
  await page.setOfflineMode(false);
  await sees(page, "No jobs match");
});

test("a landing page that loses its network stays readable, and its form says so", async () => {
  const { page } = await arrive(browser, "/");
  await present(page, "button", "Convert");
  await page.setOfflineMode(true);
  await click(page, "textbox", "Page address");
  await sees(page, "This form could not be loaded. Please reload the page.");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await sees(page, "curl -X POST");
  await sees(page, "How it compares");
});

test("a reload while a job runs finds the job", async () => {
  const { page } = await arrive(browser, "/dashboard", {
    token: await tokenFor(await newAccount("starter")),
  });
  await fill(page, "Page address", ARTICLE);
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST" && response.status() === 202),
    click(page, "button", "Convert"),
  ]);
  await page.reload();
  await until(async () => expect(await page.$$('ul[aria-label="Recent jobs"] > li')).toHaveLength(1));
  await sees(page, "completed");
});

test.each(["/", "/dashboard"])(
  "on a slow network %s says that it loads before the scripts have arrived",
  async (path) => {
    const token = await tokenFor(await newAccount("free"));
    const { page } = await arrive(browser, "/robots.txt", { token });
    const held: HTTPRequest[] = [];
    let isSlow = true;
    await page.setRequestInterception(true);
    page.on("request", async (request) => {
      if (isSlow && request.url().includes("/assets/") && request.resourceType() === "script")
        held.push(request);
      else await request.continue();
    });
    const arrived = page.goto(baseUrl + path);
    await until(async () => expect(held.length).toBeGreaterThan(0));
    const seen = () =>
      page.evaluate(() => {
        const root = document.querySelector("#root");
        return root && [getComputedStyle(root, "::after").content, document.body.innerText.trim()];
      });
    await until(async () => expect(await seen()).toEqual(['"Loading…"', ""]));
    isSlow = false;
    await Promise.all(held.map((request) => request.continue()));
    await arrived;
    await sees(page, "Recent Jobs");
    expect(await seen()).toEqual(["none", expect.stringContaining("Recent Jobs")]);
  },
);
