/**
 * Writes the site's documents into the build: one HTML file for each page of contract/site.ts and of the documentation,
 * with its own title and description, the 404 page, and the files that crawlers and researchers look for.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { docsTitle, MISSING_TITLE, SITE_PAGES } from "#contract/site.ts";
import { DESCRIBED_PAGES, type DescribedPage } from "#contract/site-descriptions.ts";
import { type Operator, readOperator } from "../operator.ts";
import { ROOT } from "../paths.ts";
import { guideHref, type NamedGuide } from "./guides.ts";
import { type NamedReference, referenceHref } from "./reference.ts";

const ASSETS = join(ROOT, "dist", "assets");
/** RFC 9116 recommends less than a year, so each deployment renews it. */
const SECURITY_TXT_DAYS = 360;
const DAY_MS = 86_400_000;
const ROOT_ELEMENT = '<div id="root"></div>';

function rootWith(html: string): string {
  return ROOT_ELEMENT.replace("><", () => `>${html}<`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

function docsPages(references: readonly NamedReference[], guides: readonly NamedGuide[]): DescribedPage[] {
  const pageOf = (path: `/${string}`, title: string, description: string) => ({
    path,
    title: docsTitle(title),
    description,
    isListed: true,
  });
  return [
    ...references.map(({ slug, title, meaning }) =>
      pageOf(referenceHref(slug), title, `Reference of the Platen API. ${meaning}`),
    ),
    ...guides.map(({ slug, title, description }) => pageOf(guideHref(slug), title, description)),
  ];
}

function metaOf({ path, title, description, isListed }: DescribedPage, origin: string): string {
  if (!isListed) return '<meta name="robots" content="noindex" />';
  const url = escaped(origin + path);
  return [
    `<link rel="canonical" href="${url}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Platen" />',
    `<meta property="og:title" content="${escaped(title)}" />`,
    `<meta property="og:description" content="${escaped(description)}" />`,
    `<meta property="og:url" content="${url}" />`,
    `<meta property="og:image" content="${escaped(origin)}/og.png" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join("\n    ");
}

/** The HTML of a page. `html`: that of the built index.html. */
function documentOf(page: DescribedPage, html: string, origin: string): string {
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(page.title)}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start) => start + escaped(page.description))
    .replace("</head>", () => `  ${metaOf(page, origin)}\n  </head>`);
}

/** The 404 page. The app shows the screen for an unknown address. */
function missingDocument(html: string): string {
  return html
    .replace(/<title>[^<]*<\/title>/, `<title>${MISSING_TITLE}</title>`)
    .replace("</head>", '  <meta name="robots" content="noindex" />\n  </head>');
}

/** Rules for Workers Assets: an address below such a page shows the page. */
function rewriteRules(): string {
  const parents = Object.values(SITE_PAGES).filter((page) => "hasSubpaths" in page);
  return parents.map(({ path }) => `${path}/* ${path} 200\n`).join("");
}

function sitemap(pages: readonly DescribedPage[], origin: string): string {
  const urls = pages
    .filter(({ isListed }) => isListed)
    .map(({ path }) => `  <url><loc>${escaped(origin + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}

/** https://www.rfc-editor.org/rfc/rfc9116 */
function securityTxt({ origin, supportEmail }: Operator, now: number): string {
  return [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${new Date(now + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}${SITE_PAGES.security.path}`,
    "",
  ].join("\n");
}

/** The pages that have a document of their own. */
export function sitePages(
  references: readonly NamedReference[],
  guides: readonly NamedGuide[],
): DescribedPage[] {
  return [...DESCRIBED_PAGES, ...docsPages(references, guides)];
}

/** Adds the documents to the built site. `contents`: the HTML inside `#root` of the pages that have such, by path. */
export async function writeSiteDocuments(
  pages: readonly DescribedPage[],
  contents: ReadonlyMap<string, string>,
): Promise<void> {
  const html = await readFile(join(ASSETS, "index.html"), "utf8");
  const robots = await readFile(join(ASSETS, "robots.txt"), "utf8");
  const site = readOperator();
  const files = new Map([
    ...pages.map((page) => {
      const name = page.path === "/" ? "index.html" : `${page.path}.html`;
      const own = html.replace(ROOT_ELEMENT, () => rootWith(contents.get(page.path) ?? ""));
      return [name, documentOf(page, own, site.origin)] as const;
    }),
    ["404.html", missingDocument(html)],
    ["_redirects", rewriteRules()],
    ["robots.txt", `${robots}Sitemap: ${site.origin}/sitemap.xml\n`],
    ["sitemap.xml", sitemap(pages, site.origin)],
    [".well-known/security.txt", securityTxt(site, Date.now())],
  ]);
  for (const [name, text] of files) {
    await mkdir(dirname(join(ASSETS, name)), { recursive: true });
    await writeFile(join(ASSETS, name), text);
  }
}
