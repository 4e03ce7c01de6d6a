/** Rows of the options of every output: access, browser, changes, waits. */

import { imageSize } from "image-size";
import { expect } from "vitest";
import { MOBILE_PIXEL_RATIO, VIEWPORTS } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { readPdf } from "../../stage/read-pdf.ts";
import { TARGET } from "../control-pages.ts";
import { convert, endOf } from "../convert.ts";
import { readPicture } from "../pixels.ts";
import { atNight, type Nested, type Row, SHOT, text, type Value } from "./row.ts";
import { origin } from "./served.ts";

/** What the page writes for a plain job. */
const textWithout = convert(`${origin}/user`).then(text);

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

/** What a timer of the page changes later than a job waits by itself. */
const LATE = { has: "Late words", lacks: "Spinner words" };

/** Row of an option that gives the page's server what the page then shows. */
const sends = (option: string, accepted: Value, refused: unknown, words: string, other?: Nested): Row => ({
  option,
  accepted,
  refused,
  page: "/asked",
  ...(other && { with: other }),
  effect: async (result) => expect(await text(result)).toContain(words),
});

export const PAGE_ROWS: Row[] = [
  sends("headers", { "x-own": "own value" }, { host: "example.com" }, "own value"),
  sends("cookies", [{ name: "seat", value: "12A" }], [{ name: "seat" }], "seat=12A"),
  sends("basicAuth.username", "ada", "a:b", "ada:secret", { basicAuth: { password: "secret" } }),
  atNight(sends("basicAuth.password", "pass", 1, "ada:pass", { basicAuth: { username: "ada" } })),
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
    effect: async ({ bytes }) => expect((await readPicture(bytes)).at(100, 5)).toEqual(TARGET),
  },
  words("waitFor.selector", "#late", "a".repeat(LIMITS.selectorChars + 1), LATE),
  atNight(words("waitFor.hidden", "#spinner", "", LATE)),
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
  seesUser("timezone", "asia/tokyo", "+01:00", "Asia/Tokyo"),
  seesUser("geolocation.latitude", 48.2, 91, "at 48.2, 16.4", { geolocation: { longitude: 16.4 } }),
  atNight(
    seesUser("geolocation.longitude", -16.4, -181, "at 48.2, -16.4", { geolocation: { latitude: 48.2 } }),
  ),
  seesUser("colorScheme", "dark", "sepia", "dark"),
  atNight(seesUser("reducedMotion", true, 1, "still")),
  seesUser("media", "screen", "tv", "on screen"),
  seesUser("javascript", false, "no", "Without scripts"),
];
