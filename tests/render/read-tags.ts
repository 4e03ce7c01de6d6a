/** Reads the tags of a PDF with pdf.js, which shares no code with the writers of our PDFs. */
import { getDocument, OPS, type PDFPageProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { z } from "zod";

const Leaf = z.object({ type: z.string(), id: z.string() });
const Node = z.object({
  role: z.string(),
  alt: z.string().optional(),
  lang: z.string().optional(),
  get children() {
    return z.array(z.union([Leaf, Node]));
  },
});
const Mark = z.object({ id: z.string().nullish(), tag: z.string().nullish() });
const Operator = z.tuple([z.number()]).rest(z.unknown());
const Annotation = z.object({ subtype: z.string(), contentsObj: z.object({ str: z.string() }) });

export interface Tags {
  /** Roles and text in reading order, such as "L LI LBody: Milk"; [alternative text] and {language} where there is one. */
  rows: string[];
  /** How often something is drawn that has no tag and is no artifact. */
  unmarked: number;
  /** Words of artifacts. */
  artifacts: string;
  /** Descriptions of the links. */
  links: string[];
  language: string | null;
  title: unknown;
  /** The title of the XMP. */
  xmpTitle: unknown;
}

export async function readTags(bytes: Uint8Array): Promise<Tags> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const { info, metadata } = await document.getMetadata();
  const about = z.object({ Title: z.string().optional(), Language: z.string().nullable() }).parse(info);
  const tags: Tags = {
    rows: [],
    unmarked: 0,
    artifacts: "",
    links: [],
    language: about.Language,
    title: about.Title,
    xmpTitle: metadata?.get("dc:title"),
  };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { texts, artifacts } = await textsOf(page);
    tags.rows.push(...rowsOf(Node.parse(await page.getStructTree()), texts));
    tags.artifacts += artifacts;
    tags.unmarked += await unmarkedOn(page);
    for (const annotation of await page.getAnnotations())
      tags.links.push(Annotation.parse(annotation).contentsObj.str);
  }
  await task.destroy();
  return tags;
}

/** Text by the id of its tag. */
async function textsOf(page: PDFPageProxy): Promise<{ texts: Map<string, string>; artifacts: string }> {
  const texts = new Map<string, string>();
  const open: string[] = [];
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  for (const item of items) {
    const around = open.at(-1) ?? "";
    if ("str" in item) texts.set(around, (texts.get(around) ?? "") + item.str);
    else if (item.type === "endMarkedContent") open.pop();
    else {
      const { id, tag } = Mark.parse(item);
      open.push(id ?? (tag === "Artifact" ? tag : around));
    }
  }
  return { texts, artifacts: texts.get("Artifact") ?? "" };
}

function rowsOf({ role, alt, lang, children }: z.infer<typeof Node>, texts: Map<string, string>): string[] {
  const rows = children.flatMap((child) => {
    if ("children" in child) return rowsOf(child, texts);
    const text = texts.get(child.id)?.trim();
    return text ? [`: ${text}`] : [];
  });
  const name = `${role}${lang ? `{${lang}}` : ""}`;
  if (alt !== undefined) return [`${name} [${alt}]`];
  if (["Root", "Document", "NonStruct"].includes(role)) return rows;
  return rows.map((row) => (row.startsWith(":") ? name + row : `${name} ${row}`));
}

/** A path has its operator as its first argument. */
const PAINTS = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.stroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeStroke,
  OPS.closeFillStroke,
  OPS.showText,
  OPS.shadingFill,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintSolidColorImageMask,
]);

async function unmarkedOn(page: PDFPageProxy): Promise<number> {
  const { fnArray, argsArray } = await page.getOperatorList();
  let depth = 0;
  let unmarked = 0;
  for (const [index, operator] of fnArray.entries()) {
    const painter = operator === OPS.constructPath ? Operator.parse(argsArray[index])[0] : operator;
    if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) depth += 1;
    else if (operator === OPS.endMarkedContent) depth -= 1;
    else if (depth === 0 && PAINTS.has(painter)) unmarked += 1;
  }
  return unmarked;
}
