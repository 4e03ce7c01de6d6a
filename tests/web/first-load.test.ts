import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openBrowser } from "../stage/browser.ts";
import { baseUrl } from "../stage/service.ts";

/** Compressed scripts of a first load, by the path of the page. */
const LIMIT_BYTES = {
  "/": 90_000,
  "/docs": 130_000,
  "/docs/api/jobs": 130_000,
  "/docs/guides/rendering": 130_000,
};

const browser = await openBrowser();

test.for(Object.entries(LIMIT_BYTES))(
  "%s loads at most %i bytes of compressed scripts, all from our own origin",
  async ([path, limit]) => {
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
    await page.goto(baseUrl + path, { waitUntil: "networkidle0" });
    await Promise.all(reading);
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(`${path}: ${scripts.length} scripts, ${total} bytes compressed.`);
    expect(foreign).toEqual([]);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(limit);
  },
);
