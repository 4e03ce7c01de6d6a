/** Secrets over several deployments. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { summary, tinyBuild } from "../../dev/cloudflare/sample-deployment.ts";
import { folderOf } from "../built-worker.ts";
import { apply, plan } from "./deployment.ts";
import { changesOf, deployed, ignore } from "./test-deployment.ts";

test("a shared key whose value is not known is never replaced by itself", async () => {
  const { cloudflare, deployment } = await deployed();
  cloudflare.state.workers.delete("platen-render-staging");
  rmSync(deployment.secretsFile);
  await expect(plan(deployment)).rejects.toThrow("Cloudflare does not show it");
  await apply({ ...deployment, given: { JOB_SEALING_KEY: "new" } }, ignore);
  const { secrets } = summary(cloudflare);
  expect(secrets.get("platen-api-staging JOB_SEALING_KEY")).toBe("new");
  expect(secrets.get("platen-render-staging JOB_SEALING_KEY")).toBe("new");
  cloudflare.close();
});

test("a secret with several keys is set in each Worker that needs it, and stays", async () => {
  const { cloudflare, deployment } = await deployed();
  const given = { JOB_SEALING_KEY: "old new" };
  expect(await changesOf({ ...deployment, given })).toEqual([
    "Worker platen-render-staging",
    "Worker platen-api-staging",
  ]);
  await apply({ ...deployment, given }, ignore);
  expect(await changesOf(deployment)).toEqual([]);
  // The kept key is the given one, not the first one, when a Worker is made again.
  cloudflare.state.workers.delete("platen-render-staging");
  await apply(deployment, ignore);
  const { secrets } = summary(cloudflare);
  for (const worker of ["api", "render"])
    expect(secrets.get(`platen-${worker}-staging JOB_SEALING_KEY`)).toBe("old new");
  cloudflare.close();
});

test("a release in two steps leaves the API Worker as it is, and the next deployment ends it", async () => {
  const { cloudflare, deployment } = await deployed();
  const newDist = tinyBuild();
  for (const worker of ["platen-render", "platen-api"])
    writeFileSync(join(folderOf(newDist, worker), "index.js"), "export default { changed: true };\n");
  const update = { ...deployment, dist: newDist };
  await apply({ ...update, withoutApi: true }, ignore);
  expect(await changesOf(update)).toEqual(["Worker platen-api-staging"]);

  const api = cloudflare.state.workers.get("platen-api-staging");
  const old = api?.deployments[0]?.[0]?.version_id ?? "";
  await apply(update, ignore);
  const newest = api?.deployments[0]?.[0]?.version_id ?? "";
  api?.deployments.unshift([
    { version_id: newest, percentage: 10 },
    { version_id: old, percentage: 90 },
  ]);
  expect(await changesOf(update)).toEqual(["Worker platen-api-staging"]);
  await apply(update, ignore);
  expect(api?.deployments[0]).toHaveLength(1);
  expect(await changesOf(update)).toEqual([]);
  cloudflare.close();
});

test("generated secrets are kept in a file that only the operator can read", async () => {
  const { cloudflare, deployment } = await deployed();
  const text = readFileSync(deployment.secretsFile, "utf8");
  const { secrets } = summary(cloudflare);
  for (const name of ["SEALING_KEY", "JOB_SEALING_KEY", "SIGNING_KEY"])
    expect(text).toContain(`${name}="${secrets.get(`platen-api-staging ${name}`)}"`);
  cloudflare.close();
});
