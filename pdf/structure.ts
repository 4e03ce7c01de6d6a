/** Corrects the tags of Chromium where PDF/UA wants others. */
import type { PrintObject } from "./read-print.ts";
import type { Update } from "./update.ts";

/** Chromium's tags that PDF 1.7 does not have, and what they mean to a reader of that version. */
const ROLE_MAP = "/RoleMap <</Em /Span\n/Strong /Span\n/Aside /Sect>>";
const ROOT = "<</Type /StructTreeRoot";
const ELEMENT = /^<<\/Type \/StructElem\n\/S \/(\w+)\n/;
const REF = /(\d+) 0 R/g;
/** What an element holds: elements, numbers of marked content, and dictionaries. Strings have no line breaks. */
const KIDS = /(?<=\n\/K )(?:\[(?:<<[\s\S]*?>>|[^\]])*\]|\d+ 0 R|\d+)/;

export function correctTags(objects: Map<number, PrintObject>, update: Update): void {
  for (const [number, { text }] of objects) {
    if (text.startsWith(ROOT) && !text.includes("/RoleMap")) {
      update.set(
        number,
        text.replace(ROOT, () => `${ROOT}\n${ROLE_MAP}`),
      );
    }
    const tag = ELEMENT.exec(text)?.[1];
    if (tag === "LI") correctItem(number, text, objects, update);
    // A <figure> with its picture and caption. With this tag, readers expect a description and may skip what is inside.
    if (tag === "Figure" && !text.includes("\n/Alt ") && contentOf(text).length > 0) {
      update.set(number, update.textOf(number).replace("/S /Figure", "/S /Div"));
    }
  }
}

/** Puts the content of a list item into a body, beside its label. */
function correctItem(item: number, text: string, objects: Map<number, PrintObject>, update: Update): void {
  const content = contentOf(text).filter(
    (number) => !/\/S \/(Lbl|LBody)\n/.test(objects.get(number)?.text ?? ""),
  );
  const [first] = content;
  if (first === undefined) return;
  const only = update.textOf(first);
  if (content.length === 1 && only.includes("/S /NonStruct\n")) {
    update.set(first, only.replace("/S /NonStruct", "/S /LBody"));
    return;
  }
  const list = content.map((number) => `${number} 0 R`).join(" ");
  const body = update.add(`<</Type /StructElem\n/S /LBody\n/P ${item} 0 R\n/K [${list}]>>`);
  for (const number of content) {
    update.set(number, update.textOf(number).replace(/\n\/P \d+ 0 R/, `\n/P ${body} 0 R`));
  }
  const moved = new Set(content);
  const change = (ref: string, number: string) => {
    if (Number(number) === first) return `${body} 0 R`;
    return moved.has(Number(number)) ? "" : ref;
  };
  update.set(
    item,
    update.textOf(item).replace(KIDS, (kids) => kids.replace(REF, change)),
  );
}

/** Numbers of the elements in an element. */
function contentOf(text: string): number[] {
  const kids = KIDS.exec(text)?.[0] ?? "";
  return [...kids.replace(/<<[\s\S]*?>>/g, "").matchAll(REF)].map(([, number]) => Number(number));
}
