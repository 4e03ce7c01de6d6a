/** The limit: Chromium driven directly, a fresh context for each job, with nothing around it. */
import puppeteer from "puppeteer-core";
import { type Converter, JPEG, PDF, VIEWPORT } from "./converter.ts";

export async function limit(executablePath: string, env: NodeJS.ProcessEnv): Promise<Converter> {
  const browser = await puppeteer.launch({ executablePath, env, args: ["--no-sandbox"] });
  return {
    name: "limit: bare engine",
    hasQueue: false,
    async convert(url, output) {
      const context = await browser.createBrowserContext();
      try {
        const page = await context.newPage();
        await page.setViewport(VIEWPORT);
        await page.goto(url, { waitUntil: "load" });
        const bytes = output === "pdf" ? await page.pdf(PDF) : await page.screenshot(JPEG);
        return bytes.length;
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}
