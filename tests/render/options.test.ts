import { imageSize } from "image-size";
import { getDocument, PermissionFlag, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { FIELDS } from "#contract/job/fields.ts";
import { MOBILE_PIXEL_RATIO, type ScreenshotType, VIEWPORTS } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { createJob } from "../../dev/job-client.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { newAccount } from "../stage/service.ts";
import { clearPages } from "./clear-pages.ts";
import { controlPages, TARGET } from "./control-pages.ts";
import { convert, endOf, open } from "./convert.ts";
import { fillsOf, inkBox } from "./ink.ts";
import { html } from "./pages.ts";
import { pdfFilePages } from "./pdf-file-pages.ts";
import { near, pictureReader } from "./pixels.ts";
import { printOptionPages } from "./print-options-pages.ts";
import { BLOCK_PX, blockColor, HEADER, HERO, PART, STICKY, shotPages } from "./shots-pages.ts";
import { wixPages } from "./wix-pages.ts";

/** Writes what its script sees of the user, or that it has not run. */
const USER = `<style>
    @media (prefers-color-scheme: dark) { #dark::after { content: "dark" } }
    @media (prefers-reduced-motion: reduce) { #dark::before { content: "still " } }
    @media print { #medium::after { content: "on paper" } }
    @media screen { #medium::after { content: "on screen" } }
  </style>
  <p id=words></p><noscript>Without scripts</noscript><p id=dark></p><p id=medium></p><p id=place></p><script>
    words.textContent = [
      navigator.userAgent,
      navigator.languages,
      new Date(Date.UTC(2026, 0, 2)).toLocaleDateString(undefined, { month: "long" }),
      Intl.DateTimeFormat().resolvedOptions().timeZone,
      innerWidth + " by " + innerHeight + " at " + devicePixelRatio,
    ].join("; ");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => { place.textContent = "at " + coords.latitude + ", " + coords.longitude },
      () => { place.textContent = "nowhere" },
    );
  </script>`;

const { origin, hits } = await open(
  shotPages,
  wixPages,
  clearPages,
  controlPages,
  printOptionPages,
  pdfFilePages,
  {
    "/width": html(
      "Width",
      `<p id=words></p><script>
      words.textContent = innerWidth + " by " + innerHeight + " in " + outerWidth + " by " + outerHeight;
    </script>`,
    ),
    "/user": html("User", USER),
    "/around": (request, response) => {
      const other = `http://${String(request.headers.host).replace("127.0.0.1", "localhost")}`;
      response.end(html("Around", `<p>The page</p><iframe src="${other}/frame"></iframe>`));
    },
    "/asked": ({ headers }, response) => {
      const { cookie, authorization } = headers;
      const login = Buffer.from(authorization?.slice("Basic ".length) ?? "", "base64").toString();
      response.end(html("Asked", `<p>${headers["x-own"]}; ${cookie}; ${login}</p>`));
    },
    "/frame": html("Frame", `<p>The frame</p><script>fetch("/language/" + navigator.language)</script>`),
    "/paper": html("Paper", "<div id=a>Words</div>", "@media print { #a { height: 3000px } }"),
    "/language/de": html("de", ""),
    "/plays": html(
      "Plays",
      "<div style='height:100px;animation:turn 3600s linear both'></div>",
      "body{margin:0}@keyframes turn{from{background:rgb(0,0,200)}to{background:rgb(200,0,0)}}",
    ),
    "/full": html("Full", "<div style='height:400px;background:#0a0'></div>"),
  },
);
const read = await pictureReader();

type Result = Awaited<ReturnType<typeof convert>>;
type Nested = { [name: string]: Value };
type Value = Nested | Value[] | string | number | boolean;

interface Row {
  /** Path of the option inside `options`. */
  option: string;
  accepted: Value;
  refused: unknown;
  page: string;
  /** Other options that this one needs. */
  with?: Nested;
  effect(result: Result): Promise<void> | void;
}

const SHOT = { outputType: "screenshot" };
const POINTS_PER_CM = 72 / 2.54;

const text = async ({ bytes }: Result) => (await readPdf(bytes)).map((page) => page.text).join(" ");

async function firstSheet({ bytes }: Result) {
  const [sheet] = await readPdf(bytes);
  if (!sheet) throw new Error("The PDF has no pages.");
  return sheet;
}

/** What the page writes for a plain job. */
const textWithout = convert(`${origin}/user`).then(text);

/** Row of one margin. The rows give 3 cm, each side in another unit. */
const margin = (side: "top" | "right" | "left", accepted: string, refused: string): Row => ({
  option: `pdfOptions.margin.${side}`,
  accepted,
  refused,
  page: "/full",
  effect: async ({ bytes }) =>
    expect(Math.abs((await inkBox(bytes))[side] - 3 * POINTS_PER_CM)).toBeLessThan(2),
});

/** Row of an option whose effect the page writes down. */
const seesUser = (
  option: string,
  accepted: string | number | boolean,
  refused: unknown,
  words: string,
  other?: Nested,
): Row => ({
  option,
  accepted,
  refused,
  page: "/user",
  ...(other && { with: other }),
  async effect(result) {
    expect(await text(result)).toContain(words);
    expect(await textWithout).not.toContain(words);
  },
});

/** Row of an option that adds words to the page `/controlled`, or takes some away. */
const words = (option: string, accepted: Value, refused: unknown, { has = "", lacks = "" }): Row => ({
  option,
  accepted,
  refused,
  page: "/controlled",
  async effect(result) {
    const shown = await text(result);
    expect(shown).toContain(has);
    if (lacks) expect(shown).not.toContain(lacks);
  },
});

/** Row of an option that names a part of the page `/parts`. The px at `[x, y]` of a picture of this size has the mark's colour. */
const part = (
  option: string,
  accepted: Value,
  refused: unknown,
  other: Nested,
  size: { width: number; height: number },
  [x, y]: [number, number],
): Row => ({
  option: `screenshotOptions.${option}`,
  accepted,
  refused,
  page: "/parts",
  with: { ...SHOT, screenshotOptions: other },
  async effect({ bytes }) {
    const picture = await read(bytes);
    expect(picture).toMatchObject(size);
    expect(await picture.at(x, y)).toEqual(PART.color);
  },
});
const { left: MARK_X, top: MARK_Y } = PART;
const CLIP = { x: MARK_X - 10, y: MARK_Y - 5, width: 40, height: 30 };

/** Row of one side of `resize`, for a page of 30,000 px that is captured in bands. The blocks stand where the scale puts them. */
const resized = (
  side: "width" | "height",
  accepted: number,
  refused: number,
  type: ScreenshotType,
  size: { width: number; height: number },
): Row => ({
  option: `screenshotOptions.resize.${side}`,
  accepted,
  refused,
  page: "/tall/30000",
  with: { ...SHOT, screenshotOptions: { type, viewport: { width: 640 } } },
  async effect({ bytes }) {
    const picture = await read(bytes);
    expect(picture).toMatchObject(size);
    for (let index = 0; index < 115; index += 10) {
      const middle = VIEWPORTS.desktop.height + STICKY.height + (index + 0.5) * BLOCK_PX;
      const color = await picture.at(size.width - 5, Math.floor((middle * size.height) / 30_000));
      expect(near(color, blockColor(index)), `block ${index}`).toBe(true);
    }
  },
});

/** What a timer of the page changes later than a job waits by itself. */
const LATE = { has: "Late words", lacks: "Spinner words" };

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

/** Row of an option that gives the page's server what the page then shows. */
const sends = (option: string, accepted: Value, refused: unknown, words: string, other?: Nested): Row => ({
  option,
  accepted,
  refused,
  page: "/asked",
  ...(other && { with: other }),
  effect: async (result) => expect(await text(result)).toContain(words),
});

const ROWS: Row[] = [
  sends("headers", { "x-own": "own value" }, { host: "example.com" }, "own value"),
  sends("cookies", [{ name: "seat", value: "12A" }], [{ name: "seat" }], "seat=12A"),
  sends("basicAuth.username", "ada", "a:b", "ada:secret", { basicAuth: { password: "secret" } }),
  sends("basicAuth.password", "pass", "", "ada:pass", { basicAuth: { username: "ada" } }),
  {
    option: "block",
    accepted: ["ads"],
    refused: ["adverts"],
    page: "/shop",
    effect: async (result) => expect(await text(result)).not.toContain("Sponsored"),
  },
  {
    option: "outputType",
    accepted: "screenshot",
    refused: "text",
    page: "/full",
    effect: ({ bytes }) => expect(imageSize(bytes).type).toBe("png"),
  },
  {
    option: "platform",
    accepted: "wix",
    refused: "squarespace",
    page: "/wix",
    async effect(result) {
      expect(await text(result)).toContain("The end of the site");
      expect(await text(result)).not.toContain("website builder");
    },
  },
  {
    option: "formFactor",
    accepted: "mobile",
    refused: "tablet",
    page: "/device",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).width).toBe(VIEWPORTS.mobile.width * MOBILE_PIXEL_RATIO),
  },
  words("css", "p::after { content: ' Styled words' }", "a".repeat(LIMITS.cssChars + 1), {
    has: "Styled words",
  }),
  words("js", ["document.body.append('Scripted words')"], [1], { has: "Scripted words" }),
  words("click", ["#more"], [{ optional: true }], { has: "Pressed", lacks: "Unpressed" }),
  words("hide", [".banner"], "a".repeat(900_000), { has: "Note words", lacks: "Banner words" }),
  words("remove", ".note", [""], { has: "Banner words", lacks: "Note words" }),
  {
    option: "scrollTo",
    accepted: "#target",
    refused: 4_000,
    page: "/controlled",
    with: { ...SHOT, screenshotOptions: { fullPage: false } },
    effect: async ({ bytes }) => expect(await (await read(bytes)).at(100, 5)).toEqual(TARGET),
  },
  words("waitFor.selector", "#late", "a".repeat(LIMITS.selectorChars + 1), LATE),
  words("waitFor.hidden", "#spinner", "", LATE),
  words("waitFor.function", "window.finished", true, LATE),
  words("waitFor.delayMs", 2_000, LIMITS.waitDelayMs + 1, LATE),
  {
    option: "waitFor.event",
    accepted: "networkIdle",
    refused: "domcontentloaded",
    page: "/fetches-slowly",
    effect: async (result) => expect(await text(result)).toContain("Slow words"),
  },
  {
    option: "bestAttempt",
    accepted: true,
    refused: "yes",
    page: "/controlled",
    with: { js: "throw new Error('no good')" },
    effect: ({ job }) => expect(job.warnings).toContainEqual(expect.objectContaining({ code: "js_failed" })),
  },
  {
    option: "failOn",
    accepted: ["console"],
    refused: ["warnings"],
    page: "/controlled",
    async effect({ job }) {
      expect(job.status).toBe("completed");
      const { error } = await endOf(`${origin}/throws`, { failOn: ["console"] });
      expect(error?.code).toBe("console_error");
    },
  },
  {
    option: "device",
    accepted: "iPhone 15 Pro",
    refused: "iPhone",
    page: "/user",
    with: SHOT,
    effect: async ({ bytes, job }) => {
      expect(imageSize(bytes).width).toBe(393 * 3);
      expect(job.options).toMatchObject({ formFactor: "mobile" });
      const { bytes: pdf } = await convert(`${origin}/user`, { device: "iPhone 15 Pro" });
      expect((await readPdf(pdf))[0]?.text).toContain("iPhone OS");
    },
  },
  seesUser("userAgent", "Own/1.0 (robot)", "\u{1F600}", "Own/1.0 (robot)"),
  seesUser("locale", "de-AT", "deutsch!", "; de-AT,de; Jänner"),
  seesUser("timezone", "Asia/Tokyo", "+01:00", "Asia/Tokyo"),
  seesUser("geolocation.latitude", 48.2, 91, "at 48.2, 16.4", { geolocation: { longitude: 16.4 } }),
  seesUser("geolocation.longitude", -16.4, -181, "at 48.2, -16.4", { geolocation: { latitude: 48.2 } }),
  seesUser("colorScheme", "dark", "sepia", "dark"),
  seesUser("reducedMotion", true, 1, "still"),
  seesUser("media", "screen", "tv", "on screen"),
  seesUser("javascript", false, "no", "Without scripts"),
  {
    option: "pdfOptions.format",
    accepted: "A5",
    refused: "A7",
    page: "/full",
    async effect({ bytes }) {
      const [page] = await readPdf(bytes);
      expect(Math.round(page?.width ?? 0)).toBe(420);
    },
  },
  margin("top", "3cm", "3em"),
  margin("right", "30mm", "10%"),
  margin("left", "120Q", "-1px"),
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
    accepted: "<b>Page</b> {page} of {pages}",
    refused: 1,
    page: "/sections",
    effect: async ({ bytes }) => expect((await readPdf(bytes))[1]?.text).toContain("Page 2 of 4"),
  },
  property("title", "An offer", "", "Title"),
  property("author", "Ada", "", "Author"),
  property("subject", "Größe", "", "Subject"),
  property("keywords", "one, two", "", "Keywords"),
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
    accepted: 0.5,
    refused: 1.1,
    page: "/sections",
    with: { pdfOptions: { watermark: { text: "DRAFT" } } },
    effect: ({ bytes }) => expect(bytes.toString("latin1")).toMatch(/\/ca \.(5|50\d*)\b/),
  },
  {
    option: "pdfOptions.watermark.angle",
    accepted: 90,
    refused: 181,
    page: "/sections",
    with: { pdfOptions: { watermark: { text: "DRAFT" } } },
    effect: async ({ bytes }) => expect(await angleOf(bytes, "DRAFT")).toBeCloseTo(-90, 0),
  },
  {
    option: "pdfOptions.margin.bottom",
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
  {
    option: "screenshotOptions.type",
    accepted: "webp",
    refused: "gif",
    page: "/full",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).type).toBe("webp"),
  },
  {
    option: "screenshotOptions.quality",
    accepted: 0,
    refused: 101,
    page: "/device",
    with: { ...SHOT, screenshotOptions: { type: "jpeg" } },
    async effect({ bytes }) {
      const best = { ...SHOT, screenshotOptions: { type: "jpeg", quality: 100 } } as const;
      const { bytes: larger } = await convert(`${origin}/device`, { ...best, outputType: "screenshot" });
      expect(bytes.length).toBeLessThan(larger.length);
    },
  },
  {
    option: "screenshotOptions.fullPage",
    accepted: false,
    refused: "yes",
    page: "/tall/3000",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).height).toBe(1080),
  },
  {
    option: "screenshotOptions.fullPageMaxHeight",
    accepted: 2_000,
    refused: LIMITS.screenshotHeightPx + 1,
    page: "/tall/120000",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).height).toBe(2_000),
  },
  part("selector", ".mark", "a".repeat(LIMITS.selectorChars + 1), {}, { width: 200, height: 100 }, [5, 5]),
  part("padding", 10, -1, { selector: "#mark" }, { width: 220, height: 120 }, [15, 15]),
  part("clip.x", CLIP.x, -1, { clip: CLIP }, { width: 40, height: 30 }, [10, 5]),
  part("clip.y", CLIP.y, 1e99, { clip: CLIP }, { width: 40, height: 30 }, [10, 5]),
  part("clip.width", 20.3, 0, { clip: CLIP }, { width: 20, height: 30 }, [10, 5]),
  part("clip.height", 20, "20px", { clip: CLIP }, { width: 40, height: 20 }, [10, 5]),
  part("deviceScaleFactor", 1.5, 0.5, { selector: "#mark" }, { width: 300, height: 150 }, [299, 149]),
  resized("width", 320, 0, "png", { width: 320, height: 15_000 }),
  resized("height", 12_000, 1.5, "webp", { width: 256, height: 12_000 }),
  {
    option: "screenshotOptions.resize.fit",
    accepted: "cover",
    refused: "crop",
    page: "/tall/3000",
    with: { ...SHOT, screenshotOptions: { resize: { width: 320, height: 240 } } },
    async effect({ bytes }) {
      const picture = await read(bytes);
      expect(picture).toMatchObject({ width: 320, height: 240 });
      expect(await picture.at(319, 1)).toEqual(HEADER.color);
      expect(await picture.at(0, 100)).toEqual(HERO.color);
    },
  },
  {
    option: "screenshotOptions.thumbnail",
    accepted: 240,
    refused: LIMITS.thumbnailPx + 1,
    page: "/tall/3000",
    with: SHOT,
    async effect({ bytes, job }) {
      expect(imageSize(bytes)).toMatchObject({ width: 1920, height: 3_000 });
      const thumbnail = Buffer.from(await (await fetch(job.result?.thumbnailUrl ?? "")).arrayBuffer());
      expect(imageSize(thumbnail)).toMatchObject({ type: "webp", width: 240, height: 135 });
      const picture = await read(thumbnail);
      expect(near(await picture.at(120, 1), HEADER.color)).toBe(true);
      expect(near(await picture.at(120, 130), HERO.color)).toBe(true);
    },
  },
  {
    option: "screenshotOptions.transparent",
    accepted: true,
    refused: 1,
    page: "/parts",
    with: { ...SHOT, screenshotOptions: { type: "webp", fullPage: false, viewport: { height: 2_000 } } },
    async effect({ bytes }) {
      const picture = await read(bytes);
      expect(near(await picture.at(MARK_X + 5, MARK_Y + 5), PART.color)).toBe(true);
      expect(await picture.at(MARK_X - 5, MARK_Y - 5)).toEqual([0, 0, 0]);
    },
  },
  {
    option: "screenshotOptions.animations",
    accepted: "play",
    refused: "stop",
    page: "/plays",
    with: SHOT,
    async effect({ bytes }) {
      expect(near(await (await read(bytes)).at(5, 5), [0, 0, 200])).toBe(true);
      const { bytes: frozen } = await convert(`${origin}/plays`, { outputType: "screenshot" });
      expect(await (await read(frozen)).at(5, 5)).toEqual([200, 0, 0]);
    },
  },
  {
    option: "screenshotOptions.viewport.width",
    accepted: 640.4,
    refused: -640,
    page: "/full",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).width).toBe(640),
  },
  {
    option: "screenshotOptions.viewport.height",
    accepted: 777,
    refused: "777",
    page: "/full",
    with: SHOT,
    effect: ({ bytes }) => expect(imageSize(bytes).height).toBe(777),
  },
];

/** A copy of the options with `value` at the dotted path. */
function put(options: Nested, path: string, value: unknown): Record<string, unknown> {
  const [name = "", ...rest] = path.split(".");
  const inner = options[name];
  if (rest.length === 0) return { ...options, [name]: value };
  const group = typeof inner === "object" && !Array.isArray(inner) ? inner : {};
  return { ...options, [name]: put(group, rest.join("."), value) };
}

test.concurrent.for(ROWS)(
  "$option: $accepted has its effect in the file, $refused is refused",
  async (row) => {
    const result = await convert(origin + row.page, put(row.with ?? {}, row.option, row.accepted));
    await row.effect(result);
    const account = await newAccount();
    const body = { url: origin + row.page, options: put(row.with ?? {}, row.option, row.refused) };
    await expect(createJob(account, body)).rejects.toMatchObject({ status: 400, code: "invalid_request" });
  },
);

test("frames of other sites see the same user, and run no scripts without javascript", async () => {
  await convert(`${origin}/around`, { locale: "de", javascript: false });
  expect(hits.get("/language/de")).toBeUndefined();
  await convert(`${origin}/around`, { locale: "de" });
  expect(hits.get("/language/de")).toBe(1);
});

test("a screenshot with the media print shows the styles for paper", async () => {
  const { bytes } = await convert(`${origin}/paper`, { outputType: "screenshot", media: "print" });
  expect(imageSize(bytes).height).toBe(3000);
});

test("every option except responseType has a row in this table", () => {
  expect([...ROWS.map(({ option }) => option), "responseType"].sort()).toEqual(
    FIELDS.map(({ path }) => path).sort(),
  );
});

test("responseType: buffer puts the file into the job, stream is refused", async () => {
  const job = await endOf(`${origin}/full`, { responseType: "buffer" });
  expect(job.result).toMatchObject({ type: "buffer", contentType: "application/pdf" });
  const body = { url: `${origin}/full`, options: { responseType: "stream" } };
  await expect(createJob(await newAccount(), body)).rejects.toMatchObject({ code: "invalid_request" });
});
