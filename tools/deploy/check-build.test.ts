import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { STAGING, tinyBuild } from "../../dev/cloudflare/sample-deployment.ts";
import { folderOf } from "../built-worker.ts";
import { checkBuild } from "./check-build.ts";
import { configure } from "./configuration.ts";

const Built = z.looseObject({ vars: z.record(z.string(), z.string()) });

/** A build in which a Worker has this variable. */
function withVar(worker: string, name: string, value: string): string {
  const dist = tinyBuild();
  const file = join(folderOf(dist, worker), "wrangler.json");
  const built = Built.parse(JSON.parse(readFileSync(file, "utf8")));
  writeFileSync(file, JSON.stringify({ ...built, vars: { ...built.vars, [name]: value } }));
  return dist;
}

test("the local values of our own configuration are replaced", () => {
  expect(checkBuild(tinyBuild(), STAGING).faults).toEqual([]);
});

test("each environment has its own metrics, with a name that SQL accepts", () => {
  const given = { environment: STAGING, accountId: null, databaseIds: [], stripePrices: "{}" };
  const dist = tinyBuild();
  for (const worker of ["platen-api", "platen-render"])
    expect(configure(dist, worker, given).analytics_engine_datasets).toEqual([
      { binding: "METRICS", dataset: "platen_metrics_staging" },
    ]);
});

test.each([
  ["platen-api", "ALLOW_PRIVATE_TARGETS", "true", "is for local work"],
  ["platen-render", "ALLOW_PRIVATE_TARGETS", "true", "is for local work"],
  ["platen-api", "STRIPE_API_BASE", "https://stripe.test", "is for local work"],
  ["platen-api", "TURNSTILE_API_BASE", "https://turnstile.test", "is for local work"],
  ["platen-render", "DNS_OVER_HTTPS", "http://localhost:53/", "has a local address"],
  ["platen-render", "AD_LISTS", "https://a.test/".repeat(400), "is longer than 5 kB"],
])("finds that %s has %s=%s", (worker, name, value, fault) => {
  expect(checkBuild(withVar(worker, name, value), STAGING).faults.join()).toContain(`${name} ${fault}`);
});

test("finds a Worker that is too large", () => {
  const dist = tinyBuild();
  writeFileSync(join(folderOf(dist, "platen-pdf"), "font.bin"), randomBytes(10_100_000));
  expect(checkBuild(dist, STAGING).faults.join()).toContain("platen-pdf is too large");
});
