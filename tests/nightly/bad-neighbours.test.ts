/** Pages that take all of a processor or of the memory: each fails its own job, and no other. */
import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { convert, endOf, open } from "../render/convert.ts";
import { failurePages } from "../render/failures-pages.ts";
import { html } from "../render/pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

const { origin } = await open(failurePages, { "/fine": html("Fine", "<h1>All is well</h1>") });
const LONG = { timeout: LIMITS.renderBudgetMs * 3 };

async function expectFine(): Promise<void> {
  const { bytes } = await convert(`${origin}/fine`);
  expect((await readPdf(bytes)).map(({ text }) => text).join(" ")).toContain("All is well");
}

test.for([
  ["uses up its memory", "/crash", /^(page_crashed|page_timeout)$/],
  ["blocks its process", "/loops-for-ever", /^page_timeout$/],
] as const)("a page that %s does not affect other jobs", LONG, async ([, path, code]) => {
  const [bad] = await Promise.all([endOf(origin + path), expectFine()]);
  expect(bad.error).toMatchObject({ code: expect.stringMatching(code) });
  await expectFine();
});
