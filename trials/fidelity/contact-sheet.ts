/** All pages side by side for a person to look at: index.html with thumbnails, and pictures of it. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import sharp from "sharp";
import type { Compared } from "./compare.ts";
import { drawPdf } from "./draw-pdf.ts";
import { judge, type Reasons } from "./verdict.ts";

const PDF_PAGES = 3;
const THUMB_PX = 230;
const SHOT_PX = { width: 300, height: 620 };
const ROWS_PER_PICTURE = 10;
const WIDTH_PX = 2_200;

const STYLE = `body{font:13px/1.4 sans-serif;margin:12px}h2{font-size:15px;margin:0 0 4px}article{border-top:1px solid #999;padding:8px 0}
.files{display:flex;gap:4px;align-items:flex-start}.files img{border:1px solid #ccc}.bare{background:#69c;padding:5px}.ours{background:#6b6;padding:5px}
.ours,.bare{display:flex;gap:2px}.fault{color:#b00}`;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Writes the thumbnails of one page's files. Returns their names, by file. */
async function drawThumbs(
  browser: Browser,
  pdfjs: string,
  folder: string,
  { name, files }: Compared,
): Promise<Record<keyof Compared["files"], string[]>> {
  const page = await browser.newPage();
  try {
    await page.goto(`${pdfjs}/`);
    const pdf = async (key: "pdf" | "barePdf") => {
      const bytes = files[key];
      const pictures = bytes ? await drawPdf({ page, pdfjs }, bytes, PDF_PAGES, THUMB_PX) : [];
      return Promise.all(
        pictures.map(async (picture, index) => {
          const file = `${name}.${key}-${index + 1}.png`;
          await writeFile(join(folder, file), picture);
          return file;
        }),
      );
    };
    const shot = async (key: "shot" | "bareShot") => {
      const bytes = files[key];
      if (!bytes) return [];
      const small = await sharp(await sharp(bytes).resize(SHOT_PX.width).toBuffer());
      const { width, height } = await small.metadata();
      const file = `${name}.${key}.jpg`;
      await small
        .extract({ left: 0, top: 0, width, height: Math.min(height, SHOT_PX.height) })
        .toFile(join(folder, file));
      return [file];
    };
    return {
      pdf: await pdf("pdf"),
      barePdf: await pdf("barePdf"),
      shot: await shot("shot"),
      bareShot: await shot("bareShot"),
    };
  } finally {
    await page.close();
  }
}

function row(page: Compared, thumbs: Record<keyof Compared["files"], string[]>, reasons: Reasons): string {
  const { faults, excuses } = judge(page, reasons);
  const images = (names: string[]) => names.map((name) => `<img src="thumbs/${name}" alt="">`).join("");
  const figures = page.pdf
    ? `words ${page.pdf.words.toFixed(3)}, scale ${page.pdf.scale}, ${page.pdf.pages} pages${page.pdf.truncated ? " (cut)" : ""}`
    : "no PDF";
  return `<article><h2>${escaped(page.name)}</h2>
<p>${figures}, similarity ${page.similarity?.toFixed(3) ?? "–"}. ${escaped(page.warnings.join(", "))} <b class="fault">${escaped(faults.join(", "))}</b> ${escaped(excuses.join(", "))}</p>
<div class="files"><div class="ours">${images(thumbs.pdf)}</div><div class="bare">${images(thumbs.barePdf)}</div>
<div class="ours">${images(thumbs.shot)}</div><div class="bare">${images(thumbs.bareShot)}</div></div>
${page.pdf && page.pdf.missing.length > 0 ? `<p>Missing: ${escaped(page.pdf.missing.join(" "))}</p>` : ""}</article>`;
}

/**
 * @param pdfjs The address at which pdf.js is served.
 * @param out The folder to write to.
 */
export async function writeContactSheet(
  browser: Browser,
  pdfjs: string,
  out: string,
  pages: readonly Compared[],
  reasons: Reasons,
): Promise<void> {
  const folder = join(out, "thumbs");
  await mkdir(folder, { recursive: true });
  const rows: string[] = [];
  for (const page of pages) rows.push(row(page, await drawThumbs(browser, pdfjs, folder, page), reasons));
  const sections: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_PICTURE)
    sections.push(`<section>${rows.slice(at, at + ROWS_PER_PICTURE).join("\n")}</section>`);
  const legend = "Ours on green, the bare browser's on blue: first pages of the PDF, top of the screenshot.";
  await writeFile(
    join(out, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>Fidelity</title><style>${STYLE}</style><p>${legend}</p>${sections.join("\n")}`,
  );
  const sheet = await browser.newPage();
  await sheet.setViewport({ width: WIDTH_PX, height: 1_000 });
  await sheet.goto(`file://${join(out, "index.html")}`);
  for (const [index, section] of (await sheet.$$("section")).entries())
    await section.screenshot({ path: join(out, `sheet-${index + 1}.png`) });
  await sheet.close();
}
