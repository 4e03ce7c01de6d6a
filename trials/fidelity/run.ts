/**
 * `npm run fidelity -- --pages DIR [--out DIR] [--only NAME] [--at-once N] [--reasons FILE]` compares the service's results
 * for saved pages with the bare browser's. Exits 1 when words are lost or a page looks different.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import puppeteer, { type Browser } from "puppeteer-core";
import { z } from "zod";
import { prepareBrowser } from "../../dev/browser/index.ts";
import { startChildService } from "../../dev/process/child-service.ts";
import { freePort } from "../../dev/process/ports.ts";
import { ROOT } from "../../tools/paths.ts";
import { run } from "../../tools/run.ts";
import { type Compared, compare } from "./compare.ts";
import { writeContactSheet } from "./contact-sheet.ts";
import { serveFolder } from "./site.ts";
import { judge, printFigures, Reasons } from "./verdict.ts";

const FOLDER = join(ROOT, ".wrangler", "fidelity");
/** A page takes two jobs, and the Pro plan allows 15 requests per minute. */
const PAGES_PER_ACCOUNT = 5;

const Options = z.object({
  pages: z.string({ error: "names the folder with the saved pages (*.html)" }),
  out: z.string().default(join(FOLDER, "report")),
  only: z.string().default(""),
  "at-once": z.coerce.number().int().min(1).default(2),
  reasons: z.string().optional(),
});

const text = { type: "string" } as const;

async function startBrowser(): Promise<Browser> {
  const executablePath = await prepareBrowser();
  if (executablePath === null) throw new Error("There is no browser on this machine; set CHROME_PATH.");
  return puppeteer.launch({ executablePath, defaultViewport: null });
}

/** Runs `work` for each name, `atOnce` at a time. The results are in the order of the names. */
async function each(
  names: readonly string[],
  atOnce: number,
  work: (name: string, index: number) => Promise<Compared>,
): Promise<Compared[]> {
  const results: Compared[] = [];
  const left = names.entries();
  const worker = async () => {
    for (const [index, name] of left) results[index] = await work(name, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

async function writeFiles(out: string, { name, files }: Compared): Promise<void> {
  const kinds = { pdf: "pdf", barePdf: "bare.pdf", shot: "jpg", bareShot: "bare.jpg" } as const;
  for (const key of ["pdf", "barePdf", "shot", "bareShot"] as const) {
    const bytes = files[key];
    if (bytes) await writeFile(join(out, `${name}.${kinds[key]}`), bytes);
  }
}

await run(async () => {
  const { values } = parseArgs({
    options: { pages: text, out: text, only: text, "at-once": text, reasons: text },
  });
  const options = Options.parse(values);
  const folder = resolve(options.pages);
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith(".html") && name.includes(options.only),
  );
  if (names.length === 0) throw new Error(`There is no such *.html file in ${folder}.`);
  const reasons = options.reasons ? Reasons.parse(JSON.parse(await readFile(options.reasons, "utf8"))) : {};
  const out = resolve(options.out);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });

  const browser = await startBrowser();
  const site = await serveFolder(folder);
  const pdfjs = await serveFolder(join(ROOT, "node_modules", "pdfjs-dist", "build"));
  const service = await startChildService(FOLDER, await freePort());
  let pages: Compared[];
  try {
    const keys = await service.accounts(Math.ceil(names.length / PAGES_PER_ACCOUNT), "pro");
    pages = await each(names, options["at-once"], async (name, index) => {
      const apiKey = keys[Math.floor(index / PAGES_PER_ACCOUNT)] ?? "";
      const url = `${site.origin}/${encodeURIComponent(name)}`;
      const page = await compare(browser, { baseUrl: service.baseUrl, apiKey }, name, url);
      await writeFiles(out, page);
      return page;
    });
    printFigures(pages, reasons);
    await writeContactSheet(browser, pdfjs.origin, out, pages, reasons);
  } finally {
    await Promise.all([service.close(), browser.close(), site.close(), pdfjs.close()]);
  }
  const figures = pages.map(({ files: _, ...page }) => ({ ...page, ...judge(page, reasons) }));
  await writeFile(join(out, "figures.json"), `${JSON.stringify(figures, null, 2)}\n`);
  const failed = figures.filter(({ faults }) => faults.length > 0);
  console.log(
    `\n${pages.length - failed.length} of ${pages.length} pages pass. Contact sheet: ${join(out, "index.html")}`,
  );
  if (failed.length > 0) process.exitCode = 1;
});
