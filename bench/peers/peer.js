/**
 * One peer in a process of its own: reads `{id, url, output}` a line, answers `{id, bytes}` or `{id, error}`.
 * Each is driven as its own documentation shows, on the browser that everyone in the table uses (CHROME).
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const run = promisify(execFile);
const [name = "", tabs = "2"] = process.argv.slice(2);
const executablePath = process.env.CHROME;
const launch = { executablePath, headless: true, args: ["--no-sandbox"] };
const pdf = { format: "A4", printBackground: true };
const jpeg = { type: "jpeg", quality: 90, fullPage: true };
const viewport = { width: 1920, height: 1080, deviceScaleFactor: 1 };

/** Runs a command that writes a file, and answers the file's size. */
async function intoFile(extension, command, args) {
  const folder = await mkdtemp(join(tmpdir(), "peer-"));
  try {
    const file = join(folder, `out.${extension}`);
    await run(command, args(file, folder), { timeout: 60_000, killSignal: "SIGKILL" });
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const peers = {
  async browserless() {
    const { default: create } = await import("browserless");
    const factory = create(launch);
    return async (url, output) => {
      const context = await factory.createContext({ retry: 0 });
      try {
        return output === "pdf"
          ? await context.pdf(url, { ...pdf, scale: 1, viewport })
          : await context.screenshot(url, { ...jpeg, viewport });
      } finally {
        await context.destroyContext();
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
    return (url, output) =>
      cluster.execute(async ({ page }) => {
        await page.setViewport(viewport);
        await page.goto(url);
        return output === "pdf" ? page.pdf(pdf) : page.screenshot(jpeg);
      });
  },
  async "capture-website"() {
    const { default: capture } = await import("capture-website");
    return (url, output) =>
      capture.buffer(url, {
        type: output,
        ...(output === "pdf"
          ? { pdf: { format: "A4", background: true } }
          : { quality: 0.9, fullPage: true }),
        ...viewport,
        scaleFactor: 1,
        launchOptions: launch,
      });
  },
  // The headless shell hangs on this command line, so it takes a full Chromium.
  async "chromium --print-to-pdf"() {
    if (!process.env.FULL_CHROME) throw new Error("No full Chromium is installed.");
    return (url) =>
      intoFile("pdf", process.env.FULL_CHROME, (file, folder) => [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--no-first-run",
        "--no-pdf-header-footer",
        `--user-data-dir=${folder}`,
        `--print-to-pdf=${file}`,
        url,
      ]);
  },
  async weasyprint() {
    return (url) => intoFile("pdf", "weasyprint", (file) => ["-q", url, file]);
  },
};

const convert = await peers[name]();
process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, url, output } = JSON.parse(line);
  convert(url, output).then(
    (result) => process.stdout.write(`${JSON.stringify({ id, bytes: result.length })}\n`),
    (error) => process.stdout.write(`${JSON.stringify({ id, error: String(error) })}\n`),
  );
}
process.exit(0);
