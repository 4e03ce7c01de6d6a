/** What crawlers, link previews and people with a wrong address get. No browser is needed. */
import { expect, test } from "vitest";
import { MISSING_TITLE, SITE_PAGES } from "#contract/site.ts";
import { DESCRIBED_PAGES } from "#contract/site-descriptions.ts";
import { baseUrl } from "../stage/service.ts";

async function read(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(baseUrl + path);
  return { status: response.status, text: await response.text() };
}

test("each page has a document with its own title and description, and only public ones may be listed", async () => {
  for (const { path, title, description, isListed } of DESCRIBED_PAGES) {
    const { status, text } = await read(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(text).toContain(`<title>${title}</title>`);
    expect(text).toContain(`content="${description}"`);
    expect(text.includes('content="noindex"')).toBe(!isListed);
    expect(text.includes('rel="canonical"')).toBe(isListed);
  }
});

test("an address below a page that has such addresses shows the page", async () => {
  const { status, text } = await read("/auth/verify");
  expect(status).toBe(200);
  expect(text).toContain(`<title>${SITE_PAGES.auth.title}</title>`);
});

test.each(["/nowhere", "/terms/nowhere", "/docs/nowhere", "/docs/guides/nowhere", "/assets/nowhere.js"])(
  "%s has the status 404",
  async (path) => {
    const { status, text } = await read(path);
    expect(status).toBe(404);
    expect(text).toContain(`<title>${MISSING_TITLE}</title>`);
    expect(text).toContain('content="noindex"');
  },
);

async function sitemap(): Promise<string[]> {
  const { text } = await read("/sitemap.xml");
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => url);
}

test("the sitemap lists the public pages, the guides and the reference, and robots.txt names it", async () => {
  const paths = (await sitemap()).map((url) => new URL(url).pathname);
  const listed = DESCRIBED_PAGES.filter(({ isListed }) => isListed).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([...listed, "/docs/api/jobs", "/docs/guides/quick-start", "/docs/guides/wix"]),
  );
  expect((await read("/robots.txt")).text).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
});

test("each address of the sitemap has a document with its own title and description, and names itself", {
  tags: ["nightly"],
}, async () => {
  const urls = await sitemap();
  const seen = new Set<string>();
  const headings: string[] = [];
  for (const url of urls) {
    const { status, text } = await read(new URL(url).pathname);
    expect({ url, status }).toEqual({ url, status: 200 });
    expect(text).toContain(`<link rel="canonical" href="${url}" />`);
    const [, title = ""] = /<title>([^<]+)<\/title>/.exec(text) ?? [];
    const [, description = ""] = /name="description"\s+content="([^"]+)"/.exec(text) ?? [];
    expect(description.length, url).toBeGreaterThan(20);
    seen.add(title).add(description);
    // The document has its text, so that it can be read before its scripts.
    const [, heading = ""] = /<h1[^>]*>([^<]+)</.exec(text) ?? [];
    headings.push(heading);
    // Without its scripts, a form would be sent by the browser itself.
    expect(text.match(/<form\b/g), url).toEqual(text.match(/<form\b(?=[^>]* inert)/g));
  }
  expect(headings).not.toContain("");
  expect(seen.size).toBe(2 * urls.length);
});

test("the picture for link previews exists in its stated size", async () => {
  const png = Buffer.from(await (await fetch(`${baseUrl}/og.png`)).arrayBuffer());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test("security.txt names a contact and ends within a year", async () => {
  const { text } = await read("/.well-known/security.txt");
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const [, expires = ""] = /^Expires: (.*)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(0);
  expect(days).toBeLessThan(365);
});
