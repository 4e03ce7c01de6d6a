/** Rows of `pdfOptions`. */

import { getDocument, PermissionFlag, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { readPdf } from "../../stage/read-pdf.ts";
import { convert } from "../convert.ts";
import { fillsOf, inkBox } from "../ink.ts";
import { atNight, type Result, type Row, text } from "./row.ts";
import { origin } from "./served.ts";

const POINTS_PER_CM = 72 / 2.54;

async function firstSheet({ bytes }: Result) {
  const [sheet] = await readPdf(bytes);
  if (!sheet) throw new Error("The PDF has no pages.");
  return sheet;
}

/** Row of one margin. The rows give 3 cm, each side in another unit. */
const margin = (side: "top" | "right" | "left", accepted: string, refused: string): Row => ({
  option: `pdfOptions.margin.${side}`,
  accepted,
  refused,
  page: "/full",
  effect: async ({ bytes }) =>
    expect(Math.abs((await inkBox(bytes))[side] - 3 * POINTS_PER_CM)).toBeLessThan(2),
});

/** Row of a property of the PDF. */
const property = (name: string, accepted: string, refused: string, key: string): Row => ({
  option: `pdfOptions.metadata.${name}`,
  accepted,
  refused,
  page: "/sections",
  async effect({ bytes }) {
    const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
    const { info } = await (await task.promise).getMetadata();
    await task.destroy();
    expect(info).toMatchObject({ Title: "Four sections", [key]: accepted });
  },
});

/** Angle in degrees, counterclockwise, of the text on the second page. */
async function angleOf(bytes: Buffer, text: string): Promise<number> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const { items } = await (await (await task.promise).getPage(2)).getTextContent();
  await task.destroy();
  const item = items.find((one) => "str" in one && one.str === text);
  if (!item || !("transform" in item)) throw new Error("The page does not have the text.");
  return (Math.atan2(Number(item.transform[1]), Number(item.transform[0])) * 180) / Math.PI;
}

const byNumber = (one: number, other: number) => one - other;

/** What readers may do with the PDF, as numbers in ascending order. Encryption takes away what is not listed. */
async function permissionsOf(bytes: Buffer, password = ""): Promise<number[]> {
  const task = getDocument({ data: new Uint8Array(bytes), password, verbosity: VerbosityLevel.ERRORS });
  const permissions = await (await task.promise).getPermissions();
  await task.destroy();
  return [...(permissions ?? [])].sort(byNumber);
}

/** Widths of the PDF's images in px. */
function imageWidths(bytes: Buffer): number[] {
  return [...bytes.toString("latin1").matchAll(/\/Width (\d+)/g)]
    .map(([, width]) => Number(width))
    .sort(byNumber);
}

const DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const PDF_ROWS: Row[] = [
  {
    option: "pdfOptions.format",
    // tests/render/prints.test.ts has other formats.
    nightly: true,
    accepted: "A5",
    refused: "A7",
    page: "/full",
    async effect({ bytes }) {
      const [page] = await readPdf(bytes);
      expect(Math.round(page?.width ?? 0)).toBe(420);
    },
  },
  margin("top", "3cm", "3em"),
  atNight(margin("right", "30mm", "10%")),
  atNight(margin("left", "120Q", "-1px")),
  {
    option: "pdfOptions.landscape",
    accepted: true,
    refused: "yes",
    page: "/full",
    async effect({ bytes }) {
      const [sheet] = await readPdf(bytes);
      expect(sheet?.width).toBeGreaterThan(sheet?.height ?? Number.POSITIVE_INFINITY);
    },
  },
  {
    option: "pdfOptions.width",
    accepted: "12cm",
    refused: "1px",
    page: "/full",
    effect: async (result) => expect((await firstSheet(result)).width).toBeCloseTo(12 * POINTS_PER_CM, -1),
  },
  {
    option: "pdfOptions.height",
    nightly: true,
    accepted: "3000pt",
    refused: "14401pt",
    page: "/full",
    with: { pdfOptions: { landscape: true } },
    async effect(result) {
      expect(await firstSheet(result)).toMatchObject({
        width: expect.closeTo(29.7 * POINTS_PER_CM, -1),
        height: expect.closeTo(3_000, -1),
      });
    },
  },
  {
    option: "pdfOptions.preferCssPageSize",
    accepted: true,
    refused: "yes",
    page: "/own-sheet",
    async effect(result) {
      expect((await firstSheet(result)).width).toBeCloseTo(10 * POINTS_PER_CM, -1);
      const { bytes } = await convert(`${origin}/own-sheet`);
      expect((await readPdf(bytes))[0]?.width).toBeCloseTo(21 * POINTS_PER_CM, -1);
    },
  },
  {
    option: "pdfOptions.singlePage",
    accepted: true,
    refused: 1,
    page: "/sections",
    effect: async ({ bytes }) =>
      expect(await readPdf(bytes)).toMatchObject([{ text: expect.stringMatching(/One[\s\S]*Four/) }]),
  },
  {
    option: "pdfOptions.scale",
    accepted: 0.5,
    refused: 2.1,
    page: "/width",
    effect: async (result) => expect(await text(result)).toContain("1387 by 1080 in 1387 by 1080"),
  },
  {
    option: "pdfOptions.pageRanges",
    accepted: "2, 9-99999",
    refused: "1-999999999999",
    page: "/sections",
    effect: async ({ bytes }) => expect(await readPdf(bytes)).toMatchObject([{ text: "Section Two" }]),
  },
  {
    option: "pdfOptions.background",
    accepted: false,
    refused: "no",
    page: "/full",
    async effect({ bytes }) {
      expect(await fillsOf(bytes)).not.toContain("rgb(0, 170, 0)");
      expect(await fillsOf((await convert(`${origin}/full`)).bytes)).toContain("rgb(0, 170, 0)");
    },
  },
  {
    option: "pdfOptions.grayscale",
    accepted: true,
    refused: "yes",
    page: "/full",
    effect: ({ bytes }) => expect(bytes.toString("latin1")).toContain("/BM /Color"),
  },
  {
    option: "pdfOptions.compress",
    accepted: "images",
    refused: "text",
    page: "/photos",
    effect: ({ bytes }) =>
      expect(imageWidths(bytes)).toEqual([expect.closeTo(586, -1), expect.closeTo(586, -1), 700]),
  },
  {
    option: "pdfOptions.maxImageDpi",
    accepted: 72,
    refused: 35,
    page: "/photos",
    with: { pdfOptions: { compress: "images" } },
    effect: ({ bytes }) =>
      expect(imageWidths(bytes)).toEqual([expect.closeTo(281, -1), expect.closeTo(281, -1), 700]),
  },
  {
    option: "pdfOptions.outline",
    accepted: false,
    refused: "no",
    page: "/sections",
    async effect({ bytes }) {
      expect(bytes.toString("latin1")).not.toContain("/Outlines");
      const { bytes: plain } = await convert(`${origin}/sections`);
      expect(plain.toString("latin1")).toContain("/Outlines");
    },
  },
  {
    option: "pdfOptions.headerTemplate",
    accepted: "{title}: {page}",
    refused: "",
    page: "/sections",
    effect: async ({ bytes }) => expect((await readPdf(bytes))[1]?.text).toContain("Four sections: 2"),
  },
  {
    option: "pdfOptions.footerTemplate",
    nightly: true,
    accepted: "<b>Page</b> {page} of {pages}",
    refused: 1,
    page: "/sections",
    effect: async ({ bytes }) => expect((await readPdf(bytes))[1]?.text).toContain("Page 2 of 4"),
  },
  property("title", "An offer", "", "Title"),
  atNight(property("author", "Ada", "", "Author")),
  atNight(property("subject", "Größe", "", "Subject")),
  atNight(property("keywords", "one, two", "", "Keywords")),
  property("language", "de-AT", "deutsch!", "Language"),
  {
    option: "pdfOptions.password",
    accepted: "secret",
    refused: "a".repeat(128),
    page: "/full",
    async effect({ bytes }) {
      await expect(readPdf(bytes)).rejects.toThrow("No password given");
      expect(await permissionsOf(bytes, "secret")).toEqual(Object.values(PermissionFlag).sort(byNumber));
    },
  },
  {
    option: "pdfOptions.ownerPassword",
    accepted: "secret",
    refused: "a\nb",
    page: "/full",
    effect: async ({ bytes }) =>
      expect(await permissionsOf(bytes)).toEqual([PermissionFlag.COPY_FOR_ACCESSIBILITY]),
  },
  {
    option: "pdfOptions.permissions",
    accepted: ["annotate", "assemble"],
    refused: ["read"],
    page: "/full",
    with: { pdfOptions: { ownerPassword: "secret" } },
    effect: async ({ bytes }) =>
      expect(await permissionsOf(bytes)).toEqual([
        PermissionFlag.MODIFY_ANNOTATIONS,
        PermissionFlag.COPY_FOR_ACCESSIBILITY,
        PermissionFlag.ASSEMBLE,
      ]),
  },
  {
    option: "pdfOptions.watermark.text",
    accepted: "DRAFT",
    refused: "",
    page: "/sections",
    effect: async ({ bytes }) => expect(await angleOf(bytes, "DRAFT")).toBeCloseTo(45, 0),
  },
  {
    option: "pdfOptions.watermark.image",
    accepted: DOT,
    refused: "https://example.com/logo.png",
    page: "/forbidding",
    effect: ({ bytes }) => expect(bytes.toString("latin1")).toContain("/Subtype /Image"),
  },
  {
    option: "pdfOptions.watermark.opacity",
    nightly: true,
    accepted: 0.5,
    refused: 1.1,
    page: "/sections",
    with: { pdfOptions: { watermark: { text: "DRAFT" } } },
    effect: ({ bytes }) => expect(bytes.toString("latin1")).toMatch(/\/ca \.(5|50\d*)\b/),
  },
  {
    option: "pdfOptions.watermark.angle",
    nightly: true,
    accepted: 90,
    refused: 181,
    page: "/sections",
    with: { pdfOptions: { watermark: { text: "DRAFT" } } },
    effect: async ({ bytes }) => expect(await angleOf(bytes, "DRAFT")).toBeCloseTo(-90, 0),
  },
  {
    option: "pdfOptions.margin.bottom",
    nightly: true,
    accepted: "5in",
    refused: "1e3px",
    page: "/tall/3000",
    effect: async ({ bytes }) => expect((await inkBox(bytes)).bottom).toBeGreaterThan(5 * 72 - 2),
  },
  {
    option: "pdfOptions.viewport.width",
    accepted: 700,
    refused: 0,
    page: "/width",
    effect: async (result) => expect(await text(result)).toContain("700 by 1080 in 700 by 1080"),
  },
  {
    option: "pdfOptions.viewport.height",
    nightly: true,
    accepted: 640,
    refused: LIMITS.viewportPx + 1,
    page: "/width",
    effect: async (result) => expect(await text(result)).toContain("924 by 640 in 924 by 640"),
  },
  {
    option: "pdfOptions.viewport.fitPaper",
    accepted: false,
    refused: "no",
    page: "/width",
    effect: async (result) => expect(await text(result)).toContain("1920 by 1080 in 1920 by 1080"),
  },
];
