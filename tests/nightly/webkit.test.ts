/** The button and the site in WebKit, the engine of Safari. */

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { baseUrl, newAccount } from "../stage/service.ts";
import { startSite } from "../widget/host-site.ts";
import { missing, WebKit } from "./webkit-driver.ts";

if (missing) console.warn(`SKIPPED: this machine has no ${missing}.`);

/** The browser's own window cannot be narrower. */
const MIN_WIDTH = 480;
const ENTER = "\uE007";
const BUTTON = `document.querySelector("platen-button")?.shadowRoot?.querySelector("[part=button]")`;
describe.runIf(!missing)("in WebKit", async () => {
  if (missing) return;
  const home = await mkdtemp(join(tmpdir(), "platen-webkit-"));
  const [browser, site, account] = await Promise.all([
    WebKit.start(home),
    startSite(),
    newAccount("starter"),
  ]);
  afterAll(async () => {
    await Promise.all([browser.close(), site.close()]);
    await rm(home, { recursive: true });
  });

  const button = `<script src="${baseUrl}${WIDGET_PATH}" defer></script>
    <platen-button public-key="${account.publicKey}"></platen-button>`;

  test("a click saves the page as a file named after its title, and the visitor stays", async () => {
    const address = site.origin() + site.addPage(`<title>Fish &amp; chips</title><p>Words</p>${button}`);
    await browser.open(address);
    await browser.click(BUTTON);
    const files = async () => (await readdir(home)).filter((name) => name.endsWith(".pdf"));
    await expect.poll(files, { timeout: 60_000 }).toEqual(["Fish & chips.pdf"]);
    const file = join(home, "Fish & chips.pdf");
    await expect.poll(async () => (await readFile(file)).subarray(-6).toString()).toContain("%%EOF");
    expect((await readPdf(await readFile(file)))[0]?.text).toContain("Words");
    expect(await browser.read("location.href")).toBe(address);
  });

  test("a visitor who leaves during the first request sees no error, and none is reported", async () => {
    /** Serves the script, and the next page after two seconds. It does not respond to the request of the click. */
    const service = createServer(async ({ method, url }, response) => {
      if (url === "/next") setTimeout(() => response.end("The next page"), 2_000);
      if (method !== "GET" || url !== WIDGET_PATH) return;
      const script = await fetch(baseUrl + WIDGET_PATH);
      response.setHeader("content-type", "text/javascript").end(await script.text());
    });
    await new Promise<void>((ready) => service.listen(0, "localhost", ready));
    const address = service.address();
    const origin = `http://localhost:${typeof address === "object" && address ? address.port : 0}`;
    const page = site.addPage(`<title>Left</title><p>Words</p>
      <script>
        addEventListener("platen-start", () => { sessionStorage.started = "yes" });
        addEventListener("platen-error", ({ detail }) => { sessionStorage.error = detail.code });
      </script>
      <script src="${origin}${WIDGET_PATH}" defer></script>
      <platen-button public-key="${account.publicKey}"></platen-button>
      <a href="${origin}/next">Next</a>`);
    await browser.open(site.origin() + page);
    await browser.click(BUTTON);
    await expect.poll(() => browser.read("sessionStorage.started")).toBe("yes");
    await browser.click(`document.querySelector("a")`);
    await browser.sees("The next page");
    await browser.open(site.origin() + site.addPage("Later"));
    expect(await browser.read("[sessionStorage.started, sessionStorage.error ?? null]")).toEqual([
      "yes",
      null,
    ]);
    service.closeAllConnections();
    service.close();
  });

  test("a visitor signs in and converts a page", async () => {
    await browser.open(`${baseUrl}/auth`);
    await browser.click(`document.querySelector("input[type=email]")`);
    await browser.type(account.email);
    await browser.click(`document.querySelector("input[type=password]")`);
    await browser.type(account.password + ENTER);
    await browser.sees("Recent Jobs");
    await browser.click(`document.querySelector("main input[type=url], main input[inputmode=url]")`);
    await browser.type(`${baseUrl}/sample/${ENTER}`);
    await browser.sees("completed");
    await expect
      .poll(() => browser.read(`!!document.querySelector("canvas[data-state=drawn]")`), { timeout: 60_000 })
      .toBe(true);
    for (const path of ["/jobs", "/dashboard/usage", "/widget", "/docs", "/plans", "/settings"]) {
      await browser.open(baseUrl + path);
      await expect.poll(() => browser.read(`!!document.querySelector("h1")`)).toBe(true);
      for (const width of [MIN_WIDTH, 1280]) {
        await browser.resize(width);
        const excess = await browser.read("document.documentElement.scrollWidth - innerWidth");
        expect(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
});
