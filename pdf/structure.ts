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

/** Chromium's attribute of a form's field, also of a link with the role of a button. */
const FIELD = /\n\/A \[<<\/O \/PrintField\n[^\]]*\]/;

export function correctTags(objects: Map<number, PrintObject>, update: Update): void {
  const described = new Set<number>();
  for (const [number, { text }] of objects) {
    if (ELEMENT.exec(text)?.[1] === "L") correctDescriptions(number, text, objects, update, described);
  }
  for (const [number, { text }] of objects) {
    if (text.startsWith(ROOT) && !text.includes("/RoleMap")) {
      update.set(
        number,
        text.replace(ROOT, () => `${ROOT}\n${ROLE_MAP}`),
      );
    }
    const tag = ELEMENT.exec(text)?.[1];
    if (tag === "LI" && !described.has(number)) correctItem(number, text, objects, update);
    if (tag === "Form" && isLink(text, objects)) {
      update.set(number, update.textOf(number).replace("/S /Form", "/S /Link").replace(FIELD, ""));
    }
    // A <figure> with its picture and caption. With this tag, readers expect a description and may skip what is inside.
    if (tag === "Figure" && !text.includes("\n/Alt ") && contentOf(text).length > 0) {
      update.set(number, update.textOf(number).replace("/S /Figure", "/S /Div"));
    }
  }
}

/** In a list of descriptions, the terms are code (`mark-roles.in-page.js`). Terms and what describes them become one item. */
function correctDescriptions(
  list: number,
  text: string,
  objects: Map<number, PrintObject>,
  update: Update,
  described: Set<number>,
): void {
  const isTerm = (number: number) => objects.get(number)?.text.includes("/S /Code\n") ?? false;
  const content = contentOf(text);
  if (!content.some(isTerm)) return;
  const items: number[][] = [];
  for (const [index, number] of content.entries()) {
    const begins = isTerm(number) && !isTerm(content[index - 1] ?? 0);
    if (begins || index === 0) items.push([]);
    items.at(-1)?.push(number);
    described.add(number);
  }
  const refs = items.map((parts) => {
    const item = update.add(
      `<</Type /StructElem\n/S /LI\n/P ${list} 0 R\n/K [${parts.map((part) => `${part} 0 R`).join(" ")}]>>`,
    );
    for (const part of parts) {
      const role = `/S /${isTerm(part) ? "Lbl" : "LBody"}\n`;
      const changed = update.textOf(part).replace(/\/S \/\w+\n/, role);
      update.set(part, changed.replace(/\n\/P \d+ 0 R/, `\n/P ${item} 0 R`));
    }
    return `${item} 0 R`;
  });
  update.set(list, update.textOf(list).replace(KIDS, `[${refs.join(" ")}]`));
}

/** Whether the element holds the place of a link. */
function isLink(text: string, objects: Map<number, PrintObject>): boolean {
  const place = Number(/\/Type \/OBJR\n\/Obj (\d+) 0 R/.exec(text)?.[1]);
  return objects.get(place)?.text.includes("/Subtype /Link\n") ?? false;
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
