/** Measures the site: the size of its scripts, the time until a screen is usable, paints, and Lighthouse's scores (mobile). */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import puppeteer, { type Browser } from "puppeteer-core";
import { z } from "zod";
import { prepareBrowser } from "../dev/browser/index.ts";
import { findInstalledChrome } from "../dev/browser/installed.ts";
import { ROOT } from "../tools/paths.ts";
import { ms, printTable } from "../tools/table.ts";
import { paintTimes } from "./paint.ts";
import { startPlaten } from "./platen.ts";
import type { Check, Result } from "./result.ts";
import { summarize } from "./stats.ts";

const PORT = 8968;
const ROUNDS = 7;
/** Of 100. */
const MIN_SCORE = { performance: 97, others: 100 } as const;
const SCREENS = { landing: "/", docs: "/docs", plans: "/plans" } as const;
const DASHBOARD = "/dashboard";
const JOBS = "/jobs";
/** Of each account: the demo account, and the one that the bench makes. */
const LISTED_JOBS = 10_000;
const ACCOUNTS = 2;
const MAX_PAINT_MS = 100;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const LIGHTHOUSE = join(ROOT, "bench", "peers", "node_modules", "lighthouse", "cli", "index.js");

const run = promisify(execFile);
const Report = z.object({ categories: z.record(z.string(), z.object({ score: z.number() })) });

/** Compressed bytes of each built script, the largest first. */
async function weights(): Promise<{ name: string; gzip: number; brotli: number }[]> {
  const folder = join(ROOT, "dist", "assets", "assets");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const rows = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return { name, gzip: gzipSync(bytes).length, brotli: brotliCompressSync(bytes).length };
  });
  return (await Promise.all(rows)).sort((a, b) => b.gzip - a.gzip);
}

/** Milliseconds from the start of a navigation until the page has a heading. With a token, the visitor is signed in. */
async function untilUsable(browser: Browser, url: string, token: string | null): Promise<number> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  if (token) {
    // Any file of the origin can set its storage, before the app reads it.
    await page.goto(new URL("/robots.txt", url).href);
    await page.evaluate((value) => localStorage.setItem("platen.session", value), token);
  }
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForSelector("h1");
  const tookMs = performance.now() - startedAt;
  await context.close();
  return tookMs;
}

async function lighthouse(url: string, chrome: string): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), "platen-lighthouse-"));
  try {
    const report = join(folder, "report.json");
    const flags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking";
    const args = [
      LIGHTHOUSE,
      url,
      "--quiet",
      "--no-enable-error-reporting",
      `--chrome-flags=${flags}`,
      "--output=json",
      `--output-path=${report}`,
    ];
    const look = () => run(process.execPath, args, { env: { ...process.env, CHROME_PATH: chrome } });
    // Its trace sometimes has no start (NO_NAVSTART). Lighthouse then asks for a second run.
    await look().catch(look);
    const { categories } = Report.parse(JSON.parse(await readFile(report, "utf8")));
    return Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function web(): Promise<Result> {
  const shell = await prepareBrowser();
  if (!shell) throw new Error("There is no browser on this machine; set CHROME_PATH.");
  const platen = await startPlaten(PORT, 1);
  const browser = await puppeteer.launch({ executablePath: shell });
  try {
    const sizes = await weights();
    const token = await platen.signIn();
    const usable: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, path] of Object.entries(SCREENS)) {
        usable[name] = [...(usable[name] ?? []), await untilUsable(browser, platen.baseUrl + path, null)];
      }
      const tookMs = await untilUsable(browser, platen.baseUrl + DASHBOARD, token);
      usable.dashboard = [...(usable.dashboard ?? []), tookMs];
    }
    printTable(
      "Scripts, the five largest",
      ["", "gzip", "brotli"],
      sizes.slice(0, 5).map(({ name, gzip, brotli }) => [name, String(gzip), String(brotli)]),
    );
    await platen.addJobs(LISTED_JOBS * ACCOUNTS);
    const paints = await paintTimes(browser, platen.baseUrl + JOBS, token);
    const checks: Check[] = [
      {
        what: `jobs page with ${LISTED_JOBS} jobs: ms to the next paint`,
        value: Math.max(0, ...paints),
        max: MAX_PAINT_MS,
      },
    ];
    const scores: Record<string, Record<string, number>> = {};
    // Lighthouse needs full Chromium, because the shell does not have the tracing that it uses.
    const chrome = process.env.CHROME_PATH ?? findInstalledChrome();
    for (const [name, path] of Object.entries(chrome ? SCREENS : {})) {
      const score = await lighthouse(platen.baseUrl + path, chrome ?? "");
      scores[name] = score;
      for (const [category, value] of Object.entries(score)) {
        checks.push({
          what: `${name}: ${category}`,
          value,
          min: category === "performance" ? MIN_SCORE.performance : MIN_SCORE.others,
        });
      }
    }
    printTable(
      "Screens",
      ["", "usable after", ...CATEGORIES],
      Object.keys(usable).map((name) => [
        name,
        ms(summarize(usable[name] ?? []).median),
        ...CATEGORIES.map((category) => String(scores[name]?.[category] ?? "–")),
      ]),
    );
    return { figures: { sizes, usable, paints, scores }, checks };
  } finally {
    await browser.close();
    await platen.close();
  }
}
