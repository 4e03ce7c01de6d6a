/**
 * A Vite plugin that makes the documentation's pages: the modules `virtual:docs/…` (web/docs-content/modules.d.ts), and
 * the documents of the built site.
 */
import { join, sep } from "node:path";
import type { Plugin } from "vite";
import type { PageGroup, PageSection } from "../../web/docs-content/content.ts";
import { ROOT } from "../paths.ts";
import { sitePages, writeSiteDocuments } from "./documents.ts";
import { GUIDE_GROUPS } from "./guide-list.ts";
import { guideHref, makeGuides, type NamedGuide } from "./guides.ts";
import { prerender } from "./prerender.ts";
import { type NamedReference, readReference, referenceHref } from "./reference.ts";
import { searchEntries } from "./search.ts";
import { readKnownTimes } from "./times.ts";

const GUIDES = join(ROOT, "docs");
const PREFIX = "virtual:docs/";

interface Pages {
  references: readonly NamedReference[];
  guides: readonly NamedGuide[];
}

async function makePages(): Promise<Pages> {
  return { references: await readReference(), guides: makeGuides() };
}

function groupsOf({ references }: Pages): PageGroup[] {
  return [
    {
      title: "API reference",
      pages: references.map(({ slug, title }) => ({ href: referenceHref(slug), title })),
    },
    ...GUIDE_GROUPS.map((group) => ({
      title: group.title,
      pages: group.guides.map(({ slug, title }) => ({ href: guideHref(slug), title })),
    })),
  ];
}

function sectionsOf({ references, guides }: Pages): Record<string, PageSection[]> {
  const sections = (href: string, entries: readonly { id: string; title: string }[]) => [
    href,
    entries.map(({ id, title }) => ({ href: `${href}#${id}`, title })),
  ];
  return Object.fromEntries([
    ...references.map(({ slug, operations }) => sections(referenceHref(slug), operations)),
    ...guides.map((guide) =>
      sections(
        guideHref(guide.slug),
        guide.sections.filter(({ level }) => level === 2),
      ),
    ),
  ]);
}

const asModule = (value: unknown) => `export default ${JSON.stringify(value)};`;

/** The page as a module. Calls that return the same body share its fields, which keeps the page of the jobs small. */
function referenceModule(reference: NamedReference): string {
  const shared = new Map<string, string>();
  const text = JSON.stringify(reference, (key, value: unknown) => {
    if (key !== "rows") return value;
    const rows = JSON.stringify(value);
    const name = shared.get(rows) ?? `rows${shared.size}`;
    shared.set(rows, name);
    return `@${name}`;
  });
  const constants = [...shared].map(([rows, name]) => `const ${name} = ${rows};`);
  return `${constants.join("\n")}\nexport default ${text.replaceAll(/"@(rows\d+)"/g, "$1")};`;
}

/** Loaders of modules by the address of their page. */
function loaders(entries: readonly (readonly [href: string, module: string])[]): string {
  const lines = entries.map(([href, name]) => `${JSON.stringify(href)}: () => import("${PREFIX}${name}")`);
  return `{ ${lines.join(", ")} }`;
}

function pageLoaders(pages: Pages): string {
  const references = pages.references.map(({ slug }) => [referenceHref(slug), `api/${slug}`] as const);
  const guides = pages.guides.map(({ slug }) => [guideHref(slug), `guides/${slug}`] as const);
  const sources = pages.guides.map(({ slug }) => [guideHref(slug), `markdown/${slug}`] as const);
  return `export const PAGES = ${loaders([...references, ...guides])};
export const SOURCES = ${loaders(sources)};`;
}

/** The page with its images, which the build gives an address. */
function guideModule({ kind, title, nodes, images }: NamedGuide): string {
  const imports = images.map(
    (file, index) => `import i${index} from ${JSON.stringify(`${join(GUIDES, file)}?url`)};`,
  );
  const text = JSON.stringify({ kind, title, nodes });
  const tree = images.reduce(
    (code, _, index) => code.replace(`"href":"#${index}"`, `"href":i${index}`),
    text,
  );
  return `${imports.join("\n")}\nexport default ${tree};`;
}

function moduleOf(pages: Pages, name: string): string | null {
  if (name === "times") return asModule(readKnownTimes());
  if (name === "contents") return `export const GROUPS = ${JSON.stringify(groupsOf(pages))};`;
  if (name === "sections") return asModule(sectionsOf(pages));
  if (name === "pages") return pageLoaders(pages);
  if (name === "search") return asModule(searchEntries(pages.references, pages.guides));
  const [kind, slug] = name.split("/");
  const guide = pages.guides.find((candidate) => candidate.slug === slug);
  if (kind === "guides" && guide) return guideModule(guide);
  if (kind === "markdown" && guide) return asModule(guide.markdown);
  const reference = pages.references.find((candidate) => candidate.slug === slug);
  return kind === "api" && reference ? referenceModule(reference) : null;
}

export function documentation(): Plugin {
  let pages: Promise<Pages> | null = null;
  return {
    name: "platen-documentation",
    configureServer({ watcher, moduleGraph, ws }) {
      watcher.add(GUIDES);
      watcher.on("change", (path) => {
        if (!path.startsWith(GUIDES + sep)) return;
        pages = null;
        moduleGraph.invalidateAll();
        ws.send({ type: "full-reload" });
      });
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      pages ??= makePages();
      return moduleOf(await pages, id.slice(PREFIX.length + 1));
    },
    async writeBundle() {
      if (this.environment.name !== "client") return;
      pages ??= makePages();
      const { references, guides } = await pages;
      const site = sitePages(references, guides);
      const listed = site.filter(({ isListed }) => isListed).map(({ path }) => path);
      await writeSiteDocuments(site, await prerender(listed, documentation()));
    },
  };
}
