import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./paths.ts";

test("a deployed configuration does not allow private targets", () => {
  for (const [file, name] of [
    ["wrangler.toml", "platen-api"],
    ["worker-render/wrangler.toml", "platen-render"],
  ] as const) {
    const configuration = readFileSync(join(ROOT, file), "utf8");
    expect(configuration).toContain(`name = "${name}"`);
    expect(configuration).not.toContain("ALLOW_PRIVATE_TARGETS");
  }
});

test.each(["wrangler.toml", "worker-render/wrangler.toml"])(
  "%s keeps URLs out of the platform's logs",
  (file) => {
    expect(readFileSync(join(ROOT, file), "utf8")).toContain("invocation_logs = false");
  },
);

test("the deployed configuration uses Stripe itself", () => {
  expect(readFileSync(join(ROOT, "wrangler.toml"), "utf8")).toContain('STRIPE_API_BASE = ""\n');
});
