import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./paths.ts";

test("a deployed configuration does not allow private targets", () => {
  for (const [file, name] of [
    ["wrangler.toml", "platen-api"],
    ["worker-render/wrangler.toml", "platen-render"],
    ["worker-pdf/wrangler.toml", "platen-pdf"],
  ] as const) {
    const configuration = readFileSync(join(ROOT, file), "utf8");
    expect(configuration).toContain(`name = "${name}"`);
    expect(configuration).not.toContain("ALLOW_PRIVATE_TARGETS");
  }
});

test.each(["wrangler.toml", "worker-render/wrangler.toml", "worker-pdf/wrangler.toml"])(
  "%s keeps URLs out of the platform's logs",
  (file) => {
    expect(readFileSync(join(ROOT, file), "utf8")).toContain("invocation_logs = false");
  },
);

test("the deployed configuration uses Stripe and Turnstile themselves", () => {
  const configuration = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  expect(configuration).toContain('STRIPE_API_BASE = ""\n');
  expect(configuration).toContain('TURNSTILE_API_BASE = ""\n');
});

test("the Worker for PDFs of other servers has no bindings, no variables and no address", () => {
  const configuration = readFileSync(join(ROOT, "worker-pdf/wrangler.toml"), "utf8");
  const sections = [...configuration.matchAll(/^\[+([\w.]+)\]+$/gm)].map(([, name]) => name);
  expect(sections).toEqual(["limits", "observability", "observability.logs"]);
  expect(configuration).toContain("workers_dev = false");
});
