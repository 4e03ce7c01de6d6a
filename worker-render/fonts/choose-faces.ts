/** Chooses the fonts that draw what the browser lacks: few and small ones, and those of the page's language. */
import { type Face, type Family, type FontIndex, HAN_LANGUAGES } from "./font-index.ts";
import type { Letters } from "./letters.ts";

type HanLanguage = (typeof HAN_LANGUAGES)[number];

export interface Chosen {
  family: Family;
  face: Face;
}

const HAN = /\p{Script=Han}/u;

/** The faces for the letters, in the order of the index, and the letters that no face has. */
export function chooseFaces(
  { families }: FontIndex,
  letters: Letters,
): { faces: Chosen[]; without: string[] } {
  const emoji = facesOf(families.filter(({ use }) => use === "emoji"));
  const languages = hanLanguages(letters);
  const ofLanguage = (language: HanLanguage) => facesOf(families.filter(({ use }) => use === language));
  const own = languages.map(ofLanguage);
  const others = HAN_LANGUAGES.filter((language) => !languages.includes(language)).map(ofLanguage);
  const text = [...facesOf(families.filter(({ use }) => use === "text")), ...own.flat(), ...others.flat()];
  const facesFor = (letter: string): Chosen[][] => {
    // Each language has its own form of a Chinese character.
    const sets = HAN.test(letter) ? own.map((faces) => having(faces, letter)) : [];
    return sets.some((set) => set.length > 0) ? sets : [having(text, letter)];
  };
  const choices = [
    ...[...letters.characters].map((letter) => ({ letter, sets: facesFor(letter) })),
    ...letters.emoji.map((letter) => ({ letter, sets: [having(emoji, letter).sort(bySize)] })),
  ];
  const chosen = new Set<Chosen>();
  const without: string[] = [];
  // What only one face has comes first. That face often has the rest.
  for (const { letter, sets } of choices.sort((one, other) => options(one.sets) - options(other.sets))) {
    if (sets.every((set) => set.length === 0)) without.push(letter);
    for (const set of sets) {
      const [first] = set;
      if (first && !set.some((one) => chosen.has(one))) chosen.add(first);
    }
  }
  return { faces: facesOf(families).filter((one) => chosen.has(one)), without };
}

function options(sets: readonly Chosen[][]): number {
  return Math.min(...sets.map((set) => set.length));
}

function bySize(one: Chosen, other: Chosen): number {
  return one.face.length - other.face.length;
}

const knownFaces = new WeakMap<Family, Chosen[]>();

function facesOf(families: readonly Family[]): Chosen[] {
  return families.flatMap((family) => {
    const faces = knownFaces.get(family) ?? family.faces.map((face) => ({ family, face }));
    knownFaces.set(family, faces);
    return faces;
  });
}

/** Faces with all code points of the text. Variation selectors and joiners are not in each table of characters. */
function having(faces: readonly Chosen[], text: string): Chosen[] {
  const codes = [...text.replace(/[\u200d\ufe0f]/g, "")].map((letter) => letter.codePointAt(0) ?? 0);
  return faces.filter(({ face }) => codes.every((code) => has(face, code)));
}

function has({ ranges }: Face, code: number): boolean {
  let [low, high] = [0, ranges.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle * 2 + 1] ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return low * 2 < ranges.length && (ranges[low * 2] ?? 0) <= code;
}

/** Languages whose Chinese characters the document has: by its `lang`, else by its other letters. */
function hanLanguages({ characters, languages }: Letters): HanLanguage[] {
  const named = new Set(languages.map(hanLanguage).filter((language) => language !== null));
  if (named.size > 0) return HAN_LANGUAGES.filter((language) => named.has(language));
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(characters)) return ["ja"];
  if (/\p{Script=Hangul}/u.test(characters)) return ["ko"];
  return ["zh-hans"];
}

function hanLanguage(lang: string): HanLanguage | null {
  const language = lang.toLowerCase();
  if (/^ja\b/.test(language)) return "ja";
  if (/^ko\b/.test(language)) return "ko";
  if (!/^zh\b/.test(language)) return null;
  return /hant|-(?:tw|hk|mo)\b/.test(language) ? "zh-hant" : "zh-hans";
}
