import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openBrowser } from "../stage/browser.ts";
import { baseUrl } from "../stage/service.ts";

const LIMIT_BYTES = 90_000;

const browser = await openBrowser();

test("the landing page loads at most 90 kB of compressed scripts, all from our own origin", async () => {
  const page = await browser.newPage();
  const scripts: { url: string; bytes: number }[] = [];
  const foreign: string[] = [];
  const reading: Promise<void>[] = [];
  page.on("response", (response) => {
    const url = response.url();
    if (!url.startsWith(baseUrl)) foreign.push(url);
    if (response.request().resourceType() !== "script") return;
    reading.push(
      response.buffer().then((body) => {
        scripts.push({ url, bytes: gzipSync(body).length });
      }),
    );
  });
  await page.goto(baseUrl, { waitUntil: "networkidle0" });
  await Promise.all(reading);
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`Landing page: ${scripts.length} scripts, ${total} bytes compressed.`);
  expect(foreign).toEqual([]);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(LIMIT_BYTES);
});
