import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../tools/paths.ts";
import { OPERATIONS } from "./server.ts";

/** Cloudflare makes its SDK from its OpenAPI document, so a call of the SDK is in it. */
const SDK = join(ROOT, "node_modules", "cloudflare", "resources");
const CALL = /_client\.(getAPIList|get|post|put|patch|delete)\((?:path ?`([^`]+)`|'([^']+)')(.*)/g;

function publishedOperations(): Set<string> {
  const files = readdirSync(SDK, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".mjs"),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(join(SDK, file), "utf8").matchAll(CALL)].map(([, call = "", open, plain, rest = ""]) => {
      // A list can be read with POST.
      const [, listed = "get"] = /method: '(\w+)'/.exec(rest) ?? [];
      const method = call === "getAPIList" ? listed : call;
      return `${method.toUpperCase()} ${(open ?? plain ?? "").replaceAll(/\$\{[^}]+\}/g, "{}")}`;
    }),
  );
  return new Set(found);
}

test("all calls of the local Cloudflare are published, but one of Wrangler's", () => {
  const published = publishedOperations();
  const unknown = Object.keys(OPERATIONS).filter(
    (operation) => !published.has(operation.replaceAll(/\{\w+\}/g, "{}")),
  );
  expect(unknown).toEqual(["GET /accounts/{account}/workers/services/{worker}"]);
});
