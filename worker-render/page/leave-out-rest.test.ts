import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { call, evaluate } from "../devtools/in-page.ts";
import { emptyTab } from "../tab/test-tab.ts";
import leaveOutRestInPage from "./leave-out-rest.in-page.js";

const KEEP_PX = 2_000;
const COUNT = 100;
const BLOCK_PX = 100;

const { tab, close } = await emptyTab();
afterAll(() => close());

const blocks = (style = "") =>
  Array.from(
    { length: COUNT },
    (_, index) => `<div class="block" style="height:${BLOCK_PX}px;${style}">Block ${index}.</div>`,
  ).join("");

const Left = z.object({ height: z.number(), words: z.string() });

/** What is left of the page with this body. */
function leftOf(body: string): Promise<z.infer<typeof Left>> {
  const expression = `(document.body.innerHTML = ${JSON.stringify(body)}, ${call(leaveOutRestInPage, KEEP_PX)},
    { height: document.documentElement.scrollHeight, words: document.body.textContent })`;
  return evaluate(tab.cdpSession, expression, Left);
}

test.for([
  ["blocks", blocks()],
  ["blocks in a flexible box", `<div style="display:flex"><nav>Menu</nav><main>${blocks()}</main></div>`],
  ["blocks beside a placed one", `${blocks()}<p style="position:absolute;top:0">Placed.</p>`],
  [
    "lines of code",
    `<pre style="line-height:${BLOCK_PX}px">${blocks().replaceAll("div", "span").replaceAll("</span>", "</span>\n")}</pre>`,
  ],
  [
    "one long text",
    `<pre style="line-height:${BLOCK_PX}px">${Array.from({ length: COUNT }, (_, index) => `Block ${index}.`).join("\n")}</pre>`,
  ],
])("of %s, those far below are left out, and those before are kept", async ([, body = ""]) => {
  const { height, words } = await leftOf(body);
  expect(height).toBeGreaterThanOrEqual(KEEP_PX);
  expect(height).toBeLessThan(KEEP_PX * 1.5);
  for (let index = 0; index < KEEP_PX / BLOCK_PX - 1; index += 1) expect(words).toContain(`Block ${index}.`);
  expect(words).not.toContain(`Block ${COUNT - 1}.`);
});

test("what is placed elsewhere is kept", async () => {
  const { words } = await leftOf(`${blocks()}<p style="position:absolute;top:0">Placed.</p>`);
  expect(words).toContain("Placed.");
});

test.for([
  ["in columns", `<div style="columns:2">${blocks()}${blocks()}</div>`],
  ["of a table", `<table>${blocks().replaceAll("div", "tr")}</table>`],
  ["of a grid", `<div style="display:grid">${blocks()}</div>`],
  ["of estimated height", blocks("content-visibility:auto")],
  ["beside each other", blocks("float:left;width:100%")],
  [
    "on a page that numbers all its sheets",
    `<style>@page{@bottom-left{content:counter(pages)}}</style>${blocks()}`,
  ],
])("blocks %s are kept", async ([, body = ""]) => {
  expect((await leftOf(body)).words).toContain(`Block ${COUNT - 1}.`);
});

test("a page that is not much longer is kept as it is", async () => {
  const short = `<div style="height:${KEEP_PX * 1.2}px">Words.</div><p>The last ones.</p>`;
  expect((await leftOf(short)).words).toContain("The last ones.");
});
