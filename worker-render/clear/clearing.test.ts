import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Unwanted } from "#contract/job/values.ts";
import { acquireBrowser } from "../browser/acquire.ts";
import { type Connection, closeBrowser } from "../devtools/devtools.ts";
import { evaluate } from "../devtools/in-page.ts";
import { Journal } from "../fault/journal.ts";
import { Requests } from "../guard/requests.ts";
import { openTab, type Tab } from "../tab/tab.ts";
import { beginClearing } from "./clearing.ts";
import { BANNER_PAGES, CHAT_PAGE } from "./test-pages.ts";

const POLICY = {
  targets: { allowPrivate: true, ownHosts: [] },
  resolve: async () => "public" as const,
};
/** Much more than on an idle machine. */
const MS = 30_000;

let connection: Connection;
let requests: Requests;
beforeAll(async () => {
  ({ connection } = await acquireBrowser(env));
  requests = await Requests.hold(connection, POLICY);
});
afterAll(() => closeBrowser(connection));

/** Writes the page into a tab, clears it of `unwanted`, and looks at it. */
async function inPage<T>(html: string, unwanted: Unwanted[], look: string, schema: z.ZodType<T>): Promise<T> {
  const ended = new Promise<never>(() => undefined);
  const tab: Tab = await openTab({ connection, requests, userAgent: "Chrome", ended });
  try {
    const clearing = await beginClearing(tab, "https://shop.example/", unwanted, env.RESULTS);
    await tab.navigate("about:blank");
    const write = `(document.write(${JSON.stringify(html)}), document.close())`;
    await evaluate(tab.cdpSession, `(${write}, new Promise((loaded) => { onload = loaded }))`, z.any());
    await clearing?.clear(MS, new Journal(() => {}));
    return await evaluate(tab.cdpSession, look, schema);
  } finally {
    tab.dispose();
  }
}

/** Reads what of the unwanted elements is visible, which button was pressed, the page's words, and whether it scrolls. */
const LOOK = `(() => {
  const isShown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getBoundingClientRect().height > 0;
  const isSeen = (e) => [e, ...e.querySelectorAll("*")].some(isShown);
  const isLocked = (e) => getComputedStyle(e).overflowY === "hidden";
  return {
    shown: [...document.querySelectorAll("[data-unwanted]")].filter(isSeen).map((e) => e.dataset.unwanted),
    choice: window.choice ?? null,
    text: document.querySelector("main").innerText,
    scrolls: ![document.documentElement, document.body].some(isLocked),
  };
})()`;
const Look = z.object({
  shown: z.array(z.string()),
  choice: z.string().nullable(),
  text: z.string(),
  scrolls: z.boolean(),
});

test.concurrent.for(Object.entries(BANNER_PAGES))(
  "%s: consent is refused and the banner is gone",
  async ([, { html, choice }], { expect }) => {
    expect(await inPage(html, [], LOOK, Look)).toMatchObject({ shown: ["banner"], choice: null });
    expect(await inPage(html, ["cookieBanners"], LOOK, Look)).toEqual({
      shown: [],
      choice,
      text: expect.stringContaining("Words of the page"),
      scrolls: true,
    });
  },
);

test("the bubbles of ten chats are hidden, also one that comes later, and the page stays", async () => {
  const before = await inPage(CHAT_PAGE, [], LOOK, Look);
  expect(before.shown).toHaveLength(10);
  const later = "document.body.insertAdjacentHTML('beforeend', '<jdiv data-unwanted=JivoChat>Chat</jdiv>')";
  expect(await inPage(CHAT_PAGE, ["chats"], `(${later}, ${LOOK})`, Look)).toMatchObject({
    shown: [],
    text: expect.stringContaining("Words of the page"),
  });
});

test("ads are hidden in the frames of a page too", async () => {
  const ad = "<p>Words</p><div class=ad-banner>Advertisement</div>";
  const page = `<!doctype html>${ad}<iframe srcdoc="<iframe srcdoc='${ad}'></iframe>${ad}"></iframe>`;
  const look = `(() => {
    const wordsOf = (view) => [view.document.body.innerText.trim(), ...Array.from(view).flatMap(wordsOf)];
    return wordsOf(window);
  })()`;
  expect(await inPage(page, ["ads"], look, z.array(z.string()))).toEqual(["Words", "Words", "Words"]);
});
