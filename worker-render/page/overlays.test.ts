import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { call, evaluate } from "../devtools/in-page.ts";
import { emptyTab } from "../tab/test-tab.ts";
import overlaysInPage from "./overlays.in-page.js";

const WORDS = "<h1>Words of the page</h1>".repeat(5);
const box = (style: string, content = "") =>
  `<div style="position:fixed;inset:0;background:#fff;${style}">${content}</div>`;

const { tab, close } = await emptyTab();
afterAll(() => close());

function isCovered(body: string): Promise<boolean> {
  const expression = `(document.body.innerHTML = ${JSON.stringify(body)}, ${call(overlaysInPage)}.isPreloading())`;
  return evaluate(tab.cdpSession, expression, z.boolean());
}

test.for([
  ["a spinner", WORDS + box("", "<svg width=20 height=20></svg>")],
  ["a word", box("z-index:9", "<p>Loading…</p>") + WORDS],
])("a box over the window with %s hides the page", async ([, body = ""]) => {
  expect(await isCovered(body)).toBe(true);
});

test.for([
  ["the page alone", WORDS],
  ["a background", box("z-index:-1") + WORDS],
  ["a background behind a picture", `${box("")}<img style="position:relative" width=300 height=300>`],
  ["a first screen with nothing behind it", box("", "<h1>Welcome</h1>")],
  ["a transparent box", WORDS + box("background:#fff8")],
  ["a box that fades out", WORDS + box("opacity:.5")],
  ["a bar", WORDS + box("bottom:auto;height:60px")],
  [
    "a message",
    WORDS + box("", "<p>Please read this before you continue: all of it is important to you.</p>"),
  ],
])("%s does not hide the page", async ([, body = ""]) => {
  expect(await isCovered(body)).toBe(false);
});
