/** Markdown of documents that office programs, mail programs and generators of references save as HTML. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const { origin } = await open({
  "/notes": html(
    "Notes",
    `<p>Deep<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a> and cold<a name=anc2 href="#sym2"><sup>2</sup></a>.</p>
      <div><hr><div><p><a href="#_ftnref1" name="_ftn1">[1]</a> Forty metres.</p></div>
      <div><p><a name=sym2 href="#anc2">2</a>Six degrees.</p></div></div>`,
  ),
});

async function markdownOf(path: string): Promise<string[]> {
  const { bytes } = await convert(origin + path, { outputType: "markdown" });
  return bytes
    .toString()
    .trim()
    .split(/\n\s*\n/)
    .slice(2);
}

test("notes whose places have names, not ids, are footnotes", async () => {
  expect(await markdownOf("/notes")).toEqual([
    "Deep[^1] and cold[^2].",
    "[^1]: Forty metres.",
    "[^2]: Six degrees.",
  ]);
});
