import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PageServer } from "./page-server.ts";

let pages: PageServer;
beforeEach(async () => {
  pages = new PageServer(join(import.meta.dirname, "..", "pages"));
  await pages.open();
});
afterEach(() => pages.close());

function article(): string {
  return pages.urls().find((url) => url.endsWith("/article.html")) ?? "";
}

test("the server serves the pages of its folder, and nothing outside it", async () => {
  const url = article();
  expect(await (await fetch(url)).text()).toContain("How a page becomes a file");
  expect((await fetch(new URL("/..%2f..%2f..%2fpackage.json", url))).status).toBe(404);
});

/** A promise and what resolves it. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { over: promise, end: resolve };
}

test("while it refuses, connections fail; then the server responds again at the same address", async () => {
  const url = article();
  const { over, end } = gate();
  const refusing = pages.refuse(over);
  await expect(fetch(url)).rejects.toThrow();
  end();
  await refusing;
  expect((await fetch(url)).status).toBe(200);
  expect(pages.outages).toEqual([{ from: expect.any(Number), until: expect.any(Number) }]);
});

test("while it stalls, requests wait; then the server responds to them", async () => {
  const { over, end } = gate();
  const stalling = pages.stall(over);
  const response = fetch(article());
  expect(await Promise.race([response, sleep(200, "waits")])).toBe("waits");
  end();
  await stalling;
  expect((await response).status).toBe(200);
});
