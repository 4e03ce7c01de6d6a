import { env } from "cloudflare:workers";
import { ENGINE_VERSION, FiltersEngine } from "@ghostery/adblocker";
import { beforeEach, expect, test } from "vitest";
import { listKey } from "#store/filter-lists.ts";
import { readList } from "./lists.ts";
import { requestOf } from "./request-of.ts";

const KEY = listKey("trackers", ENGINE_VERSION);

/** Whether the list from this bucket refuses a script of `host` as a tracker. */
async function refuses(host: string, bucket: Pick<R2Bucket, "get">): Promise<boolean> {
  const engine = await readList(bucket, "trackers", () => {});
  const request = { request: { url: `https://${host}/a.js` }, resourceType: "Script" } as const;
  return engine.match(requestOf(request, "https://news.example/")).match;
}

beforeEach(() => env.RESULTS.delete(KEY));

test("the list in R2 is in use; without it, or if it cannot be read, the list of the build is", async () => {
  expect(await refuses("www.google-analytics.com", env.RESULTS)).toBe(true);
  await env.RESULTS.put(KEY, FiltersEngine.parse("||new-tracker.example^").serialize());
  expect(await refuses("new-tracker.example", env.RESULTS)).toBe(true);
  await env.RESULTS.put(KEY, "not an engine");
  expect(await refuses("www.google-analytics.com", env.RESULTS)).toBe(true);
  const broken = { get: () => Promise.reject(new Error("R2 is down")) };
  expect(await refuses("www.google-analytics.com", broken)).toBe(true);
});
