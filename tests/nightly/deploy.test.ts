import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { comparable, newDeployment, STAGING, summary } from "../../dev/cloudflare/sample-deployment.ts";
import { checkBuild } from "../../tools/deploy/check-build.ts";
import { apply, plan } from "../../tools/deploy/deployment.ts";
import { runWrangler } from "../../tools/deploy/wrangler.ts";
import { ROOT } from "../../tools/paths.ts";

/** The service's start has built it. */
const DIST = join(ROOT, "dist");
/** Below it, the service would fit into the Workers Free plan too. */
const GZIP_BYTES = 3_000_000;

// Wrangler reads these variables, which `newDeployment` sets. Other files share the process.
beforeAll(() => {
  for (const name of ["CLOUDFLARE_API_BASE_URL", "CLOUDFLARE_API_TOKEN"]) vi.stubEnv(name, "");
});
afterAll(() => vi.unstubAllEnvs());

test("the build is within Cloudflare's limits and has no setting of local work", () => {
  const { sizes, faults } = checkBuild(DIST, STAGING);
  expect(faults).toEqual([]);
  for (const { worker, gzipBytes } of sizes) expect(gzipBytes, worker).toBeLessThan(GZIP_BYTES);
});

test.each([
  ["licenses.md", "react-dom"],
  ["cdn/widget/licenses.md", "svelte"],
])("%s has the license of %s, which is in the scripts beside it", (file, name) => {
  const [, ...packages] = readFileSync(join(DIST, "assets", file), "utf8").split(/^## /m);
  expect(packages.find((one) => one.startsWith(name))).toContain("Permission is hereby granted");
});

test("the real Wrangler deploys the build and a new key, with the result of the short one", async () => {
  const given = { SEALING_KEY: "new old" };
  const real = await newDeployment(DIST, { wrangler: runWrangler });
  await apply(real.deployment, () => {});
  await apply({ ...real.deployment, given }, () => {});
  expect((await plan(real.deployment)).filter(({ change }) => change !== null)).toEqual([]);
  expect(summary(real.cloudflare).secrets.get("platen-api-staging SEALING_KEY")).toBe("new old");
  const short = await newDeployment(DIST);
  await apply(short.deployment, () => {});
  await apply({ ...short.deployment, given }, () => {});
  expect(comparable(real.cloudflare)).toEqual(comparable(short.cloudflare));
  real.cloudflare.close();
  short.cloudflare.close();
});
