import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { call, evaluate } from "../devtools/in-page.ts";
import { emptyTab } from "../tab/test-tab.ts";
import showsLoadingInPage from "./shows-loading.in-page.js";

const WORDS = "<h1>Words of the page</h1>";
const PULSE = "@keyframes pulse { 50% { opacity: .4 } }";

const { tab, close } = await emptyTab();
afterAll(() => close());

/** @param waits whether a request of the page has no response */
function showsLoading(body: string, waits: boolean, wholePage = false): Promise<boolean> {
  const shows = call(showsLoadingInPage, waits, wholePage);
  const expression = `(document.body.innerHTML = ${JSON.stringify(body)}, document.documentElement.className = "", ${shows})`;
  return evaluate(tab.cdpSession, expression, z.boolean());
}

// As these libraries write them.
test.for([
  ["Bootstrap's", '<div class="spinner-border" role="status" style="width:32px;height:32px"></div>'],
  [
    "Material UI's",
    '<span class="MuiCircularProgress-root MuiCircularProgress-indeterminate css-1" role="progressbar" style="display:inline-block;width:40px;height:40px"></span>',
  ],
  [
    "Ant Design's",
    '<div class="ant-spin ant-spin-spinning" aria-live="polite" aria-busy="true" style="height:20px"></div>',
  ],
  [
    "Ant Design's skeleton",
    '<div class="ant-skeleton"><ul class="ant-skeleton-paragraph"><li style="height:16px"></li></ul></div>',
  ],
  ["Tailwind's", '<div class="animate-pulse" style="width:200px;height:20px"></div>'],
  ["Shoelace's", '<sl-spinner style="display:block;width:20px;height:20px"></sl-spinner>'],
  ["Streamlit's", '<div data-testid="stSkeleton" style="height:100px"></div>'],
  ["HTML's", "<progress></progress>"],
  ["a picture's", '<img src="data:,/ajax-loader.gif" width="32" height="32">'],
  ["English", "<p>Loading...</p>"],
  ["French", "<p>Chargement en cours…</p>"],
  ["Japanese", "<p>読み込み中</p>"],
])("%s sign that a page is loading is seen", async ([, sign = ""]) => {
  expect(await showsLoading(WORDS + sign, false)).toBe(true);
});

test.for([
  ["the page alone", ""],
  ["words about loading", "<h2>Loading docks</h2><p>Loading a truck takes an hour...</p>"],
  ["a field with steps", '<div class="ui-spinner"><input type="number"></div>'],
  ["a headline that was brought in", '<h2 class="headline headline--loading">What has changed</h2>'],
  ["a word that turns", '<div class="spin">New</div>'],
  ["an upload", '<div class="file-uploader" style="height:50px">Drop a file</div>'],
  ["a lazy image", '<img class="lazyload" src="data:,x" width="100" height="100">'],
  ["a bar that shows how far it is", '<progress value="30" max="100"></progress>'],
  ["a hidden spinner", '<div class="spinner" style="width:40px;height:40px;visibility:hidden"></div>'],
  [
    "a spinner below the window",
    '<div style="height:5000px"></div><div class="spinner" style="height:40px"></div>',
  ],
])("%s is no sign that the page is loading", async ([, content = ""]) => {
  for (const waits of [false, true]) expect(await showsLoading(WORDS + content, waits)).toBe(false);
});

test("a picture without words is no sign that the page is loading", async () => {
  expect(await showsLoading('<canvas width="300" height="200"></canvas>', true)).toBe(false);
});

test("below the window, a sign counts only while a request has no response, and for the whole page", async () => {
  const below = `${WORDS}<div style="height:5000px"></div><p>Loading…</p>`;
  expect(await showsLoading(below, true, true)).toBe(true);
  expect(await showsLoading(below, false, true)).toBe(false);
  expect(await showsLoading(below, true, false)).toBe(false);
});

test.for([
  [
    "a dot that pulses",
    `${WORDS}<style>${PULSE}</style><div style="width:20px;height:20px;animation:pulse 1s infinite"></div>`,
  ],
  [
    "a drawing that moves",
    `${WORDS}<svg width="40" height="40"><circle r="9" cx="20" cy="20"><animate attributeName="r" values="1;9" dur="1s" repeatCount="indefinite"/></circle></svg>`,
  ],
  ["a page without words and pictures", '<div id="root"></div>'],
])("%s is such a sign only while a request has no response", async ([, body = ""]) => {
  expect(await showsLoading(body, true)).toBe(true);
  expect(await showsLoading(body, false)).toBe(false);
});
