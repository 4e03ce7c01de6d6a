/** Hostile and large PDFs for tests, of some 20 MB at most. */
import { deflateSync } from "node:zlib";

const HEAD = "%PDF-1.5\n";
const CATALOG = "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n";
const TRAILER = "trailer<</Root 1 0 R/Size 9>>\nstartxref\n0\n%%EOF\n";

function text(...parts: string[]): Buffer {
  return Buffer.from(parts.join(""), "latin1");
}

function stream(number: number, dict: string, bytes: Uint8Array): Buffer {
  const head = `${number} 0 obj<<${dict}/Length ${bytes.length}>>stream\n`;
  return Buffer.concat([text(head), bytes, text("\nendstream endobj\n")]);
}

function objectStream(body: Uint8Array, count: number): Buffer {
  return stream(8, `/Type/ObjStm/N ${count}/First 10/Filter/FlateDecode`, deflateSync(body));
}

/** A document of one page, still without its end. */
const SOUND = `${HEAD}${CATALOG}2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
`;

/** Each node of a level holds the next level's node eight times: 8^9 pages. */
function treeBomb(): Buffer {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const kids = `${level + 3} 0 R `.repeat(8);
    return `${level + 2} 0 obj<</Type/Pages/Kids[${kids}]/Count 8>>endobj\n`;
  });
  return text(HEAD, CATALOG, ...levels, "11 0 obj<</Type/Page/MediaBox[0 0 9 9]>>endobj\n", TRAILER);
}

/** Compressed twice, a hundred megabytes are about a kilobyte. */
export function inflateBomb(): Buffer {
  const spaces = deflateSync(Buffer.alloc(100_000_000, " "));
  const dict = "/Type/ObjStm/N 1/First 10/Filter[/FlateDecode/FlateDecode]";
  return Buffer.concat([text(SOUND), stream(8, dict, deflateSync(spaces)), text(TRAILER)]);
}

export const HOSTILE: Record<string, () => Buffer> = {
  "a page tree that holds one child over and over": treeBomb,
  "a page tree that holds itself": () =>
    text(HEAD, CATALOG, "2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj\n", TRAILER),
  "a page tree of five thousand levels": () =>
    text(
      HEAD,
      CATALOG,
      ...Array.from(
        { length: 5_000 },
        (_, level) => `${level + 2} 0 obj<</Type/Pages/Kids[${level + 3} 0 R]>>endobj\n`,
      ),
      TRAILER,
    ),
  "cross-reference sections that point to each other, and to no catalog": () =>
    text(HEAD, "xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Prev 9>>\nstartxref\n9\n%%EOF\n"),
  "a cross-reference stream of two billion entries": () =>
    Buffer.concat([
      text(HEAD),
      stream(8, "/Type/XRef/Size 2000000000/W[0 0 0]", new Uint8Array()),
      text(TRAILER),
    ]),
  "objects that never end": () => text(SOUND, "4 0 obj[ ".repeat(1_000_000), TRAILER),
  "strings that never end": () => text(SOUND, "4 0 obj(".repeat(1_000_000), TRAILER),
  "one string of 19 MB": () => text(SOUND, "4 0 obj(", "x".repeat(19e6), ")endobj\n", TRAILER),
  "a name of 19 MB": () => text(SOUND, "4 0 obj/", "x".repeat(19e6), " endobj\n", TRAILER),
  "19 MB of junk": () => text(SOUND, "x".repeat(19e6), TRAILER),
};

/** These are dangerous by their memory, so tests/nightly/hostile-pdfs.test.ts gives them to the Worker. */
export const HEAVY: Record<string, () => Buffer> = {
  "a million tiny objects": () => {
    const objects = Array.from({ length: 1_000_000 }, (_, index) => `${index + 9} 0 obj 1\n`);
    return text(SOUND, objects.join(""), TRAILER);
  },
  "one array of five million dictionaries": () =>
    text(SOUND, "4 0 obj[", "<<>>".repeat(4_900_000), "]endobj\n", TRAILER),
  "a million objects in one object stream": () =>
    Buffer.concat([text(SOUND), objectStream(text("9 0 ".repeat(1_000_000)), 1_000_000), text(TRAILER)]),
};

/** An element of a tagged document, as word processors write them by the hundred thousand. */
const ELEMENT = "<</Type/StructElem/S/P/P 2 0 R/K[1 2]/Pg 3 0 R>>";

/** A sound document of one page with this many small objects. */
export function taggedDocument(elements: number): Buffer {
  const objects = Array.from({ length: elements }, (_, index) => `${index + 9} 0 obj${ELEMENT}endobj\n`);
  return text(SOUND, objects.join(""), TRAILER);
}

/** A sound document of one page. */
export function plainDocument(): Buffer {
  return text(SOUND, TRAILER);
}
