/** The guides as pages of the site: their trees, and links that lead to the page that has the section. */
import { posix } from "node:path";
import type { GuideNode, GuidePage } from "../../web/docs-content/content.ts";
import { markdownTree, textOf } from "./markdown.ts";
import { type GuideSections, readGuides, type Section } from "./sections.ts";

export interface NamedGuide extends GuidePage {
  slug: string;
  /** For search engines and link previews. */
  description: string;
  /** Title, anchor and first words of each section. */
  sections: readonly { id: string; title: string; level: number; text: string }[];
  markdown: string;
  /** Files of images in `docs`, in the order of their numbers in the tree: `#0`, `#1`. */
  images: string[];
}

const MAX_TEXT_CHARS = 140;

export const guideHref = (slug: string): `/${string}` => `/docs/guides/${slug}`;

/** The address of each section by `file#id`, and of each file. */
function addresses(guides: readonly GuideSections[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { slug, sections } of guides) {
    for (const { file, id, level } of sections) {
      found.set(`${file}#${id}`, `${guideHref(slug)}${level === 1 ? "" : `#${id}`}`);
      if (level === 1) found.set(file, guideHref(slug));
    }
  }
  return found;
}

function place(file: string, address: string): string {
  const [path = "", anchor] = address.split("#");
  const target = path === "" ? file : posix.join(posix.dirname(file), path);
  return anchor === undefined ? target : `${target}#${anchor}`;
}

/** Sections as the page shows them: the title is the page's own, and a part of a file begins at the second level. */
function bodyOf({ level, text }: Section, shift: number): string {
  const withoutTitle = level === 1 ? text.replace(/^# .+\n/, "") : text;
  return shift === 0 ? withoutTitle : withoutTitle.replace(/^#+/, (marks) => marks.slice(shift));
}

function firstText(nodes: readonly GuideNode[]): string {
  const paragraph = nodes.find((node) => typeof node !== "string" && node.tag === "p");
  return paragraph ? textOf(paragraph).slice(0, MAX_TEXT_CHARS) : "";
}

export function makeGuides(): NamedGuide[] {
  const guides = readGuides();
  const known = addresses(guides);
  return guides.map(({ slug, title, description, sections }) => {
    const images: string[] = [];
    const resolveIn = (file: string) => (address: string) => {
      if (/^https?:/.test(address)) return address;
      const target = place(file, address);
      if (/\.(svg|webp|png)$/.test(target)) return `#${images.push(target) - 1}`;
      const found = known.get(target);
      if (!found && /\.md(#|$)/.test(target))
        throw new Error(`docs/${file} links to ${address}, which does not exist.`);
      return found ?? null;
    };
    let shift = 0;
    const parts = sections.map((section) => {
      const { level, parents, file } = section;
      // A part of the third level, without its own second level on this page, moves up with what is inside it.
      const isInside = sections.some(
        (other) => other.file === file && parents.includes(other.id) && other.level > 1,
      );
      if (!isInside) shift = Math.max(0, level - 2);
      const markdown = bodyOf(section, shift);
      const nodes = markdownTree(markdown, resolveIn(file));
      return { ...section, level: level - shift, markdown, nodes };
    });
    return {
      kind: "guide",
      slug,
      title,
      description,
      nodes: parts.flatMap(({ nodes }) => nodes),
      sections: parts
        .filter(({ level }) => level > 1)
        .map(({ id, level, nodes }) => ({
          id,
          level,
          title: nodes[0] === undefined ? "" : textOf(nodes[0]),
          text: firstText(nodes),
        })),
      markdown: `# ${title}\n\n${parts.map(({ markdown }) => markdown.trim()).join("\n\n")}\n`,
      images,
    };
  });
}
