import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./paths.ts";

test.each(["wrangler.toml", "worker-render/wrangler.toml", "worker-pdf/wrangler.toml"])(
  "%s keeps URLs out of the platform's logs",
  (file) => {
    expect(readFileSync(join(ROOT, file), "utf8")).toContain("invocation_logs = false");
  },
);

test("the Worker for PDFs of other servers has no bindings, no variables and no address", () => {
  const configuration = readFileSync(join(ROOT, "worker-pdf/wrangler.toml"), "utf8");
  const sections = [...configuration.matchAll(/^\[+([\w.]+)\]+$/gm)].map(([, name]) => name);
  expect(sections).toEqual(["limits", "observability", "observability.logs"]);
  expect(configuration).toContain("workers_dev = false");
});
