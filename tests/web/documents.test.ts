/** What crawlers, link previews and people with a wrong address get. No browser is needed. */
import { expect, test } from "vitest";
import { SITE_PAGES } from "#contract/site.ts";
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

test.each(["/nowhere", "/terms/nowhere", "/assets/nowhere.js"])("%s has the status 404", async (path) => {
  const { status, text } = await read(path);
  expect(status).toBe(404);
  expect(text).toContain("<title>Page not found · Platen</title>");
  expect(text).toContain('content="noindex"');
});

test("the sitemap lists the public pages, and robots.txt names it", async () => {
  const { text } = await read("/sitemap.xml");
  const paths = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  expect(paths).toEqual(DESCRIBED_PAGES.filter(({ isListed }) => isListed).map(({ path }) => path));
  expect((await read("/robots.txt")).text).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
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
