/** The list of the fonts in R2. `npm ci` makes it (tools/fonts/write-index.ts), and the build puts it into the Worker. */
import { z } from "zod";

/** Of the names of all families. No page has fonts with such names. */
export const PREFIX = "platen-";

/** Languages whose Chinese characters have forms of their own. */
export const HAN_LANGUAGES = ["zh-hans", "zh-hant", "ja", "ko"] as const;

const Face = z.object({
  /** First and last code points of the ranges that it draws, by turns. */
  ranges: z.array(z.number()),
  /** As in CSS: one number, or the lowest and the highest. */
  weight: z.string(),
  /** Place of the WOFF2 file in the object. */
  offset: z.number(),
  length: z.number(),
});
export type Face = z.infer<typeof Face>;

const Family = z.object({
  name: z.string(),
  /** `emoji`: only for what is shown as emoji. A language: for its Chinese characters. */
  use: z.enum(["text", "emoji", ...HAN_LANGUAGES]),
  faces: z.array(Face),
});
export type Family = z.infer<typeof Family>;

export const FontIndex = z.object({
  /** Key of the object in R2 that holds the files of all faces. It names the content, so it never changes. */
  key: z.string(),
  /** The first family that has a character draws it. */
  families: z.array(Family),
});
export type FontIndex = z.infer<typeof FontIndex>;
