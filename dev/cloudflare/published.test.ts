import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import published from "./published-operations.json" with { type: "json" };
import { OPERATIONS } from "./server.ts";

test("all calls of the local Cloudflare are published, but one of Wrangler's", () => {
  const unknown = Object.keys(OPERATIONS).filter((operation) => !published.includes(operation));
  expect(unknown).toEqual(["GET /accounts/{account}/workers/services/{worker}"]);
});

test("the published types and operations are those of Cloudflare's SDK", {
  tags: ["nightly"],
  timeout: 300_000,
}, async () => {
  // It loads the compiler.
  const { filesFromSdk } = await import("./from-sdk.ts");
  for (const [name, text] of Object.entries(filesFromSdk()))
    expect(readFileSync(join(import.meta.dirname, name), "utf8"), name).toBe(text);
});
