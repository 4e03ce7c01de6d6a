/** Which characters a browser has glyphs for. Each is asked once, because no provider of browsers documents its fonts. */
import { z } from "zod";
import type { CDPSession, Connection } from "../devtools/devtools.ts";
import { call, evaluate } from "../devtools/in-page.ts";
import type { Letters } from "./letters.ts";
import probeInPage from "./probe.in-page.js";

const Probe = z.object({ missing: z.array(z.number()), hasColours: z.boolean() });

/** Characters and emoji of which a browser's glyphs are remembered. Then it is asked again. */
const MAX_KNOWN = 50_000;

/** By character or emoji: whether the browser draws it. */
type Known = Map<string, boolean>;

const browsers = new WeakMap<Connection, Known>();

function knownOf(cdpSession: CDPSession): Known {
  const connection = cdpSession.connection();
  const known: Known = (connection && browsers.get(connection)) ?? new Map();
  if (connection) browsers.set(connection, known);
  if (known.size > MAX_KNOWN) known.clear();
  return known;
}

/**
 * The letters that the browser does not draw, or emoji without colour. Null if it draws all of them.
 * @param world opens our own world in a document, in which the browser is asked what is not known yet
 */
export async function missingLetters(
  cdpSession: CDPSession,
  letters: Letters,
  world: () => Promise<number>,
): Promise<Letters | null> {
  const drawn = knownOf(cdpSession);
  const characters = [...letters.characters];
  const unknown = [...characters, ...letters.emoji].filter((text) => !drawn.has(text));
  if (unknown.length > 0) {
    const probe = call(probeInPage, unknown);
    const { missing, hasColours } = await evaluate(cdpSession, probe, Probe, await world());
    const boxes = new Set(missing.map((index) => unknown[index]));
    const emoji = new Set(letters.emoji);
    for (const text of unknown) drawn.set(text, !boxes.has(text) && (hasColours || !emoji.has(text)));
  }
  const isMissing = (text: string) => drawn.get(text) === false;
  const found = { characters: characters.filter(isMissing).join(""), emoji: letters.emoji.filter(isMissing) };
  if (found.characters === "" && found.emoji.length === 0) return null;
  return { ...found, languages: letters.languages };
}
