import { env } from "cloudflare:workers";
import { ENGINE_VERSION, FiltersEngine } from "@ghostery/adblocker";
import { beforeEach, expect, test } from "vitest";
import { LISTS_FAILURE_KEY, listKey } from "#store/filter-lists.ts";
import { refreshLists } from "./refresh.ts";
import { requestOf } from "./request-of.ts";

const NOW = Date.now();
const WEEK_MS = 7 * 86_400_000;
const KEY = listKey("ads", ENGINE_VERSION);

/** A whole list with 12,000 rules, of which one blocks `host`. */
function listWith(host: string): string {
  const rules = Array.from({ length: 12_000 }, (_, index) => `||ads-${index}.example^`);
  return ["[Adblock Plus 2.0]", "! Title: Test", "||doubleclick.net^", `||${host}^`, ...rules, ""].join("\n");
}

/** Refreshes the list of ads from a server that returns `body`. */
async function refreshFrom(body: BodyInit, now: number, status = 200): Promise<void> {
  const lists = { RESULTS: env.RESULTS, AD_LISTS: "https://lists.example/ads.txt", TRACKER_LISTS: "" };
  await refreshLists(lists, now, async () => new Response(body, { status }));
}

async function blocks(host: string): Promise<boolean> {
  const stored = await env.RESULTS.get(KEY);
  if (!stored) return false;
  const engine = FiltersEngine.deserialize(new Uint8Array(await stored.arrayBuffer()));
  const request = { request: { url: `https://${host}/a.js` }, resourceType: "Script" } as const;
  return engine.match(requestOf(request, "https://news.example/")).match;
}

const hasFailed = async () => (await env.RESULTS.head(LISTS_FAILURE_KEY)) !== null;

beforeEach(() => env.RESULTS.delete([KEY, LISTS_FAILURE_KEY]));

test("a list is stored as an engine, and read again after a week", async () => {
  await refreshFrom(listWith("first.example"), NOW);
  expect(await blocks("first.example")).toBe(true);
  await refreshFrom(listWith("second.example"), NOW + WEEK_MS / 2);
  expect(await blocks("second.example")).toBe(false);
  await refreshFrom(listWith("second.example"), NOW + WEEK_MS);
  expect(await blocks("second.example")).toBe(true);
  expect(await hasFailed()).toBe(false);
});

test("a list that is cut, damaged or not a list never replaces a good one, and the failure is noted until the next success", async () => {
  await refreshFrom(listWith("good.example"), NOW);
  const list = listWith("new.example");
  const broken = {
    "an error": { body: list, status: 503 },
    "a page": { body: `<!doctype html>${list}`, status: 200 },
    "a list cut in a line": { body: list.slice(0, -8), status: 200 },
    "a list cut at the end of a line": {
      body: `${list.split("\n").slice(0, 8_000).join("\n")}\n`,
      status: 200,
    },
    "a list without the rule that each list has": {
      body: list.replace("||doubleclick.net^\n", ""),
      status: 200,
    },
  };
  for (const [what, { body, status }] of Object.entries(broken)) {
    await refreshFrom(body, NOW + WEEK_MS, status);
    expect(await blocks("good.example"), what).toBe(true);
    expect(await hasFailed(), what).toBe(true);
  }
  await refreshFrom(list, NOW + WEEK_MS);
  expect(await blocks("new.example")).toBe(true);
  expect(await hasFailed()).toBe(false);
});
