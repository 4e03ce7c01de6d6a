/** The scripts of each screen's first load, compressed. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { SITE_PAGES } from "#contract/site.ts";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { openBrowser } from "../stage/browser.ts";
import { baseUrl, newAccount } from "../stage/service.ts";
import { tokenFor } from "../web/local-data.ts";
import { arrive } from "../web/visitor.ts";

const LIMIT_BYTES = 130_000;
const LANDING_LIMIT_BYTES = 90_000;

const PAGES = Object.values(SITE_PAGES);
const VISITED = [
  ...PAGES.filter(({ isListed }) => isListed).map(({ path }) => path),
  SITE_PAGES.auth.path,
  "/docs/api/jobs",
  "/docs/guides/rendering",
  "/auth/verify",
];
const SIGNED_IN = [
  ...PAGES.filter(({ path, isListed }) => !isListed && path !== SITE_PAGES.auth.path).map(({ path }) => path),
  "/dashboard/usage",
  "/jobs/compare",
  SITE_PAGES.docs.path,
  SITE_PAGES.embed.path,
  SITE_PAGES.plans.path,
];

const browser = await openBrowser();

/** Loads each path in turn in one tab, and reports the paths above their limit and scripts of other origins. */
async function findFaults(paths: readonly string[], token?: string): Promise<string[]> {
  const { page } = await arrive(browser, "/robots.txt", { token });
  await page.setCacheEnabled(false);
  const faults: string[] = [];
  let scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    const url = response.url();
    if (!url.startsWith(baseUrl) && !url.startsWith("data:")) faults.push(`${url} is foreign`);
    // The button's script has a limit of its own.
    if (response.request().resourceType() !== "script" || url === baseUrl + WIDGET_PATH) return;
    scripts.push(response.buffer().then((body) => gzipSync(body).length));
  });
  for (const path of paths) {
    scripts = [];
    await page.goto(baseUrl + path, { waitUntil: "networkidle0" });
    const total = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
    console.log(`${path}: ${scripts.length} scripts, ${total} bytes compressed.`);
    const limit = path === SITE_PAGES.landing.path ? LANDING_LIMIT_BYTES : LIMIT_BYTES;
    if (total === 0 || total > limit) faults.push(`${path} loads ${total} bytes`);
  }
  await page.browserContext().close();
  return faults;
}

test("each public screen loads few compressed scripts, all from our own origin", async () => {
  expect(await findFaults(VISITED)).toEqual([]);
});

test("each screen of a signed-in user loads few compressed scripts, all from our own origin", async () => {
  expect(await findFaults(SIGNED_IN, await tokenFor(await newAccount("starter")))).toEqual([]);
});
