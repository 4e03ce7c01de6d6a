/** Cuts the guides' files into sections, and says which guide each section is in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.ts";
import { GUIDE_GROUPS } from "./guide-list.ts";
import { slugOf } from "./slug.ts";

const DOCS = join(ROOT, "docs");

export interface Section {
  file: string;
  id: string;
  level: number;
  /** Markdown from the heading to the next heading of any level. */
  text: string;
  /** Ids of the sections that this one is inside of. */
  parents: readonly string[];
}

function readGuide(file: string): string {
  return readFileSync(join(DOCS, file), "utf8");
}

/** The sections of a file. Its title is a section of level 1. */
function sectionsOf(file: string): Section[] {
  const sections: Section[] = [];
  const open: { id: string; level: number }[] = [];
  let isCode = false;
  let lines: string[] = [];
  for (const line of readGuide(file).split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks, title] = isCode ? [] : (/^(#{1,4}) (.+)$/.exec(line) ?? []);
    if (marks && title) {
      const level = marks.length;
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      const parents = open.map(({ id }) => id);
      const id = slugOf(title);
      open.push({ id, level });
      lines = [];
      sections.push({ file, id, level, text: "", parents });
    }
    lines.push(line);
    const last = sections.at(-1);
    if (last) last.text = lines.join("\n");
  }
  return sections;
}

const GUIDES = GUIDE_GROUPS.flatMap(({ guides }) => guides);
const FILES = [...new Set(GUIDES.flatMap(({ parts }) => parts.map((part) => part.replace(/#.*/, ""))))];

/** The part of the guides that a section is in: its own entry, that of a section around it, or that of its file. */
function partOf({ file, id, parents }: Section, parts: ReadonlySet<string>): string | undefined {
  const candidates = [id, ...parents.toReversed()].map((name) => `${file}#${name}`);
  return [...candidates, file].find((part) => parts.has(part));
}

export interface GuideSections {
  slug: string;
  title: string;
  description: string;
  sections: readonly Section[];
}

/** Every guide with its sections. @throws Error if an entry names a section that its file does not have. */
export function readGuides(): GuideSections[] {
  const parts = new Set(GUIDES.flatMap((guide) => guide.parts));
  const byPart = Map.groupBy(FILES.flatMap(sectionsOf), (section) => partOf(section, parts));
  return GUIDES.map(({ slug, title, description, parts: own }) => ({
    slug,
    title,
    description,
    sections: own.flatMap((part) => {
      const sections = byPart.get(part);
      if (!sections) throw new Error(`docs/${part}, a part of the guide “${title}”, does not exist.`);
      return sections;
    }),
  }));
}
