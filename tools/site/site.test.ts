import { expect, test } from "vitest";
import { JobRequest } from "#contract/job/request.ts";
import type { GuideNode } from "../../web/docs-content/content.ts";
import { readApiDocument } from "./api-document.ts";
import { makeGuides } from "./guides.ts";
import { markdownTree } from "./markdown.ts";
import { readReference } from "./reference.ts";
import { searchEntries } from "./search.ts";
import { readKnownTimes } from "./times.ts";

const references = await readReference();
const operations = references.flatMap((page) => page.operations);
const guides = makeGuides();

function links(nodes: readonly GuideNode[]): string[] {
  return nodes.flatMap((node) =>
    typeof node === "string" ? [] : [...(node.href ? [node.href] : []), ...links(node.children)],
  );
}

test("every call of the OpenAPI document has a place of its own in the reference", async () => {
  const { paths } = await readApiDocument();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(calls.sort());
  expect(new Set(operations.map(({ id }) => id)).size).toBe(calls.length);
});

test("a field has its type, its values, its default and its meaning", () => {
  const create = operations.find(({ id }) => id === "post-jobs");
  const field = (path: string) => create?.body.find((row) => row.path === path);
  expect(field("options.screenshotOptions.quality")).toEqual({
    path: "options.screenshotOptions.quality",
    type: "integer",
    bounds: "0 to 100",
    fallback: "90",
    required: false,
    meaning: expect.stringMatching(/\w/),
  });
  expect(field("options.cookies[].name")).toMatchObject({ required: true, bounds: "1 to 250 characters" });
  expect(create?.codes).toContain("blocked_target");
});

test("every field of every request and response says what it is", () => {
  const silent = operations.flatMap(({ id, parameters, body, responses }) =>
    [...parameters, ...body, ...responses.flatMap(({ rows }) => rows)]
      .filter(({ meaning }) => meaning === "")
      .map(({ path }) => `${id}: ${path}`),
  );
  expect(silent).toEqual([]);
});

test("the example of a new job is a request that the API accepts", () => {
  const create = operations.find(({ id }) => id === "post-jobs");
  expect(JobRequest.safeParse(JSON.parse(create?.example ?? "")).success).toBe(true);
});

test("every link inside of the guides leads to a page and a section of the site", () => {
  const known = new Set(
    guides.flatMap(({ slug, sections }) => [
      `/docs/guides/${slug}`,
      ...sections.map(({ id }) => `/docs/guides/${slug}#${id}`),
    ]),
  );
  const inside = guides.flatMap(({ nodes }) => links(nodes)).filter((href) => href.startsWith("/docs/"));
  expect(inside.length).toBeGreaterThan(20);
  expect(inside.filter((href) => !known.has(href))).toEqual([]);
});

test("no two sections of a guide have the same anchor", () => {
  for (const { slug, sections } of guides) {
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size, slug).toBe(ids.length);
  }
});

test("the search knows calls, fields, errors and sections of guides", () => {
  const places = new Map(searchEntries(references, guides).map(({ title, href }) => [title, href]));
  expect(places.get("Create a job")).toBe("/docs/api/jobs#post-jobs");
  expect(places.get("options.pdfOptions.format")).toMatch(/^\/docs\/api\/.+\.options\.pdfOptions\.format$/);
  expect(places.get("rate_limited")).toBe("/docs#error-rate_limited");
  expect(places.get("Wix pages")).toBe("/docs/guides/wix#wix-pages");
});

test("Markdown becomes a tree without its comments, and a link without a page becomes text", () => {
  const nodes = markdownTree(
    "## Title `x`\n\n<!-- mark -->\n\n- One [two](a.md) [three](b.ts)\n\n```sh\nls\n```\n",
    (address) => (address === "a.md" ? "/docs/a" : null),
  );
  expect(nodes).toEqual([
    { tag: "h2", id: "title-x", children: ["Title ", { tag: "code", children: ["x"] }] },
    {
      tag: "ul",
      children: [
        {
          tag: "li",
          children: [
            "One ",
            { tag: "a", href: "/docs/a", children: ["two"] },
            " ",
            { tag: "span", children: ["three"] },
          ],
        },
      ],
    },
    { tag: "pre", language: "sh", children: ["ls"] },
  ]);
});

test("the guide's table of well-known pages is read with its gaps", () => {
  const guide =
    "<!-- known -->\n\n| page | output |\n| --- | --- |\n| shop | PDF | 90 | 80 | – |\n\n<!-- /known -->";
  expect(readKnownTimes(guide)).toEqual([
    { page: "shop", output: "PDF", platen: 90, puppeteer: 80, browserless: null },
  ]);
  const outputs = readKnownTimes().map(({ page, output }) => `${page} ${output}`);
  const pages = ["article", "invoice", "manual", "charts", "shop"];
  expect(outputs).toEqual(pages.flatMap((page) => [`${page} PDF`, `${page} Screenshot`]));
});
