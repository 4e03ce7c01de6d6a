/** Puts the fonts into the local bucket, as a deployment does. */
import { fontObject } from "../../tools/fonts/index-file.ts";
import type { LocalBucket } from "./local-d1.ts";

/** The name of the fonts' object, which changes with them. */
export function fontsKey(): string {
  return fontObject().key;
}

/** Does nothing if they are there. Else takes 0.3 s. */
export async function ensureFonts(bucket: LocalBucket): Promise<void> {
  const fonts = fontObject();
  if (!(await bucket.has(fonts.key))) await bucket.put(fonts.key, fonts.read());
}
