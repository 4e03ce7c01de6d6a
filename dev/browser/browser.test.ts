import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Browser } from "puppeteer-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { prepareBrowser, requireBrowser } from "./index.ts";
import { MINIFLARE_CHROME } from "./launcher.ts";
import { killBrowser, type StartedBrowser, startBrowser } from "./start-browser.ts";

test("the launcher is in the folder in which the installed Miniflare looks for its Chrome", async () => {
  const source = await readFile(createRequire(import.meta.url).resolve("miniflare"), "utf8");
  expect(source).toContain(`BROWSER_VERSION = "${MINIFLARE_CHROME}"`);
});

async function launch(): Promise<Browser> {
  const executablePath = await prepareBrowser();
  if (executablePath === null) throw new Error("No launcher on this system.");
  return await puppeteer.launch({ executablePath });
}

test("the browser opens pages, has a valid language, and prints", async () => {
  const browser = await launch();
  const page = await browser.newPage();
  await page.setContent("<title>Hello</title><p>World</p>");
  expect(await page.title()).toBe("Hello");
  expect(await page.evaluate(() => new Intl.NumberFormat(navigator.language).format(1234.5))).toBe("1,234.5");
  expect(
    Buffer.from(await page.pdf())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await browser.close();
});

test("the browser saves a file whose name is not ASCII under that name", async () => {
  const browser = await launch();
  const devtools = await browser.target().createCDPSession();
  // Reports the name and writes no file.
  await devtools.send("Browser.setDownloadBehavior", { behavior: "deny", eventsEnabled: true });
  const name = new Promise((resolve) =>
    devtools.on("Browser.downloadWillBegin", ({ suggestedFilename }) => resolve(suggestedFilename)),
  );
  const page = await browser.newPage();
  await page.setContent(`<a download="Füße · 足.txt" href="data:text/plain,">Save</a>`);
  await page.click("a");
  expect(await name).toBe("Füße · 足.txt");
  await browser.close();
});

test("a CHROME_PATH without a file is an error that says what to do", async () => {
  vi.stubEnv("CHROME_PATH", "/nowhere/chrome");
  await expect(prepareBrowser()).rejects.toThrow(/no such file.*unset it/);
  vi.unstubAllEnvs();
});

async function launchAsMiniflare(): Promise<StartedBrowser> {
  const executable = await prepareBrowser();
  if (executable === null) throw new Error("No launcher on this system.");
  const profile = await mkdtemp(join(tmpdir(), "platen-"));
  const started = await startBrowser(executable, profile);
  onTestFinished(async () => {
    await killBrowser(started.process);
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  });
  return started;
}

/** Whether any process of the browser's process group still exists. */
function isGroupAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

test("a page that logs five megabytes does not block the browser, although Miniflare stops reading its standard error", async () => {
  const { endpoint } = await launchAsMiniflare();
  const browser = await puppeteer.connect({ browserWSEndpoint: endpoint });
  const page = await browser.newPage();
  await page.evaluate(() => {
    for (let line = 0; line < 1_000; line++) console.log("x".repeat(5_000));
  });
  const next = await browser.newPage();
  await next.setContent("<title>Still here</title>");
  expect(await next.title()).toBe("Still here");
  await browser.disconnect();
});

test("a killed browser leaves no process of its group", async () => {
  const { process: launched } = await launchAsMiniflare();
  const { pid } = launched;
  if (pid === undefined) throw new Error("The browser has no process id.");
  const ended = once(launched, "exit");
  process.kill(pid, "SIGKILL");
  await ended;
  await expect.poll(() => isGroupAlive(pid)).toBe(false);
});

test("a browser ends when the process that launched it is gone, even a browser that is stopped", async () => {
  const { process: launched } = await launchAsMiniflare();
  const { pid, stdin } = launched;
  if (pid === undefined) throw new Error("The browser has no process id.");
  const ended = once(launched, "exit");
  process.kill(pid, "SIGSTOP");
  stdin?.destroy();
  await ended;
  await expect.poll(() => isGroupAlive(pid)).toBe(false);
});

test("an executable that ends at once is an error that says what to do and repeats its last output", async () => {
  vi.stubEnv("CHROME_PATH", "/bin/ls");
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await prepareBrowser();
  });
  await expect(requireBrowser()).rejects.toThrow(
    /^The browser \/bin\/ls does not start\. .*unset it.*\n(.|\n)*--headless/,
  );
});

test("the browser of this machine passes the check at the start of the service", async () => {
  await expect(requireBrowser()).resolves.toBeUndefined();
});
