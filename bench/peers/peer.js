/**
 * Runs one contender. Reads a line `{id, job, file}`, writes `{id, bytes}` or `{id, error}`, and the result to `file` unless
 * that is null. All contenders drive the browser in CHROME as their documentation shows, with the same settings; other
 * waits are turned off.
 */
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";

const [name = "", tabs = "2"] = process.argv.slice(2);
// Empty flags are given, because browserless otherwise adds its own, with which the headless shell ends.
const launch = { executablePath: process.env.CHROME, headless: true, args: [] };

/** Opens the page, waits and captures, with puppeteer. */
async function inPage(page, { url, output, viewport, pdf, jpeg, ready }) {
  await page.setViewport(viewport);
  await page.goto(url, { waitUntil: "load" });
  if (ready) await page.waitForSelector(ready, { timeout: 0 });
  return output === "pdf" ? page.pdf(pdf) : page.screenshot(jpeg);
}

const peers = {
  async "raw DevTools"() {
    const { default: puppeteer } = await import("puppeteer-core");
    const { RawDevtools } = await import("../raw-devtools.ts");
    const flags = puppeteer.defaultArgs({ headless: true });
    const devtools = await RawDevtools.launch(process.env.CHROME, flags);
    return (job) => devtools.convert(job);
  },
  async "raw DevTools, WebSocket"() {
    const { default: puppeteer } = await import("puppeteer-core");
    const { RawDevtools } = await import("../raw-devtools.ts");
    const flags = puppeteer.defaultArgs({ headless: true });
    const devtools = await RawDevtools.overWebSocket(process.env.CHROME, flags);
    return (job) => devtools.convert(job);
  },
  async puppeteer() {
    const { default: puppeteer } = await import("puppeteer-core");
    const browser = await puppeteer.launch(launch);
    return async (job) => {
      const context = await browser.createBrowserContext();
      try {
        return await inPage(await context.newPage(), job);
      } finally {
        await context.close();
      }
    };
  },
  async "puppeteer-cluster"() {
    const { Cluster } = await import("puppeteer-cluster");
    const { default: puppeteer } = await import("puppeteer-core");
    const cluster = await Cluster.launch({
      concurrency: Cluster.CONCURRENCY_CONTEXT,
      maxConcurrency: Number(tabs),
      puppeteer,
      puppeteerOptions: launch,
    });
    return (job) => cluster.execute(({ page }) => inPage(page, job));
  },
  async browserless() {
    const { default: create } = await import("browserless");
    const factory = create(launch);
    const plain = { adblock: false, animations: true, waitUntil: "load", waitForDom: false };
    return async ({ url, output, viewport, pdf, jpeg, ready }) => {
      const context = await factory.createContext({ retry: 0 });
      // The default device has a scale factor of 2.
      const device = { viewport: { ...viewport, deviceScaleFactor: 1 } };
      const options = { ...plain, ...device, ...(ready ? { waitForSelector: ready } : {}) };
      try {
        return output === "pdf"
          ? await context.pdf(url, { ...options, ...pdf })
          : await context.screenshot(url, { ...options, ...jpeg });
      } finally {
        await context.destroyContext();
      }
    };
  },
  /** Screenshots only, because its PDFs have no page range and no outline. */
  async "capture-website"() {
    const { default: capture } = await import("capture-website");
    return ({ url, viewport, jpeg }) =>
      capture.buffer(url, {
        type: jpeg.type,
        quality: jpeg.quality / 100,
        fullPage: jpeg.fullPage,
        ...viewport,
        scaleFactor: 1,
        launchOptions: launch,
      });
  },
};

const convert = await peers[name]();
process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, job, file } = JSON.parse(line);
  convert(job)
    .then(async (result) => {
      if (file) await writeFile(file, result);
      process.stdout.write(`${JSON.stringify({ id, bytes: result.length })}\n`);
    })
    .catch((error) => process.stdout.write(`${JSON.stringify({ id, error: String(error) })}\n`));
}
process.exit(0);
