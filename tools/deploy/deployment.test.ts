/** A deployment from the empty account to its removal. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  comparable,
  newDeployment,
  STAGING,
  summary,
  tinyBuild,
} from "../../dev/cloudflare/sample-deployment.ts";
import { folderOf } from "../built-worker.ts";
import { carryOut } from "./carry-out.ts";
import { configure } from "./configuration.ts";
import { apply, plan, planRemoval, remove } from "./deployment.ts";
import { changesOf, deployed, dist, ignore, isWrite } from "./test-deployment.ts";

/** For 170 deployments, on a machine that may be busy. */
const BUSY_MACHINE_MS = 240_000;

test("an empty account gets everything, under the environment's names", async () => {
  const { cloudflare, deployment } = await newDeployment(dist);
  expect(await changesOf(deployment)).toHaveLength(12);
  expect(cloudflare.calls.filter(isWrite)).toEqual([]);
  await apply(deployment, ignore);

  const { workers, queues, databases, buckets, domains, secrets } = summary(cloudflare);
  expect(workers.map(({ name }) => name)).toEqual([
    "platen-api-staging",
    "platen-pdf-staging",
    "platen-render-staging",
  ]);
  expect(workers[0]?.bindings).toContain("plain_text PUBLIC_ORIGIN https://platen.pages.test");
  expect(workers[0]?.bindings).toContain("plain_text MAIL_FROM platen@pages.test");
  expect(workers.map(({ subdomain }) => subdomain.enabled)).toEqual([false, false, false]);
  expect(workers.map(({ crons }) => crons.length)).toEqual([1, 0, 1]);
  expect(queues.map(({ queue_name, consumers }) => [queue_name, consumers[0]?.script_name])).toEqual([
    ["platen-jobs-dead-staging", "platen-render-staging"],
    ["platen-jobs-staging", "platen-render-staging"],
    ["platen-mails-staging", "platen-api-staging"],
  ]);
  expect(databases[0]?.tables).toContainEqual({ name: "accounts" });
  expect(buckets[0]?.rules).toHaveLength(2);
  expect(domains).toEqual([{ hostname: "platen.pages.test", service: "platen-api-staging" }]);
  expect(secrets.get("platen-api-staging JOB_SEALING_KEY")).toBe(
    secrets.get("platen-render-staging JOB_SEALING_KEY"),
  );
  expect(secrets.get("platen-api-staging SEALING_KEY")).toHaveLength(44);
  cloudflare.close();
});

test("a second run changes nothing", async () => {
  const { cloudflare, deployment } = await deployed();
  cloudflare.calls.length = 0;
  expect(await changesOf(deployment)).toEqual([]);
  await apply(deployment, ignore);
  expect(cloudflare.calls.filter(isWrite)).toEqual([]);
  cloudflare.close();
});

test("after a failure at any call, before or after its effect, a second run reaches the same state", {
  timeout: BUSY_MACHINE_MS,
  tags: ["nightly"],
}, async () => {
  const whole = await deployed();
  const calls = [...whole.cloudflare.calls];
  const wanted = comparable(whole.cloudflare);
  whole.cloudflare.close();
  // A call that only reads has no effect, so it fails once.
  const failures = calls.flatMap((call, at) =>
    (isWrite(call) ? (["before", "after"] as const) : (["before"] as const)).map((when) => ({
      call,
      at,
      when,
    })),
  );
  expect(failures.length).toBeGreaterThan(80);
  for (const { call, at, when } of failures) {
    const { cloudflare, deployment } = await newDeployment(dist);
    cloudflare.failure = { at, when };
    await expect(apply(deployment, ignore), `${when} ${call}`).rejects.toThrow("Run the command again");
    cloudflare.failure = null;
    const { secrets: before } = summary(cloudflare);
    await apply(deployment, ignore);
    expect(comparable(cloudflare), `${when} ${call}`).toEqual(wanted);
    const { secrets: after } = summary(cloudflare);
    for (const [name, value] of before) expect(after.get(name), `${name}, ${when} ${call}`).toBe(value);
    expect(after.get("platen-api-staging JOB_SEALING_KEY")).toBe(
      after.get("platen-render-staging JOB_SEALING_KEY"),
    );
    cloudflare.close();
  }
});

test("asks before it changes anything, unless there is nothing to do", async () => {
  const { cloudflare, deployment } = await newDeployment(dist);
  const print = vi.spyOn(console, "log").mockImplementation(ignore);
  onTestFinished(() => print.mockRestore());
  await expect(carryOut(deployment, async () => "n")).rejects.toThrow("Nothing was changed.");
  expect(cloudflare.calls.filter(isWrite)).toEqual([]);
  await carryOut(deployment, async () => "y");
  expect(await changesOf(deployment)).toEqual([]);
  const shown = print.mock.calls.flat().join("\n");
  expect(shown).toContain("staging at https://platen.pages.test, in the account Test account:");
  expect(shown).toMatch(/queue platen-jobs-staging +create/);
  expect(shown).toContain(`The generated secrets are in ${deployment.secretsFile}.`);
  const neverAsked = async () => {
    throw new Error("It asks although there is nothing to do.");
  };
  await carryOut(deployment, neverAsked);
  cloudflare.close();
});

test("a new build is deployed with the old secrets and prices", async () => {
  const { cloudflare, deployment } = await deployed();
  const before = summary(cloudflare).secrets;
  // As on another machine.
  rmSync(deployment.secretsFile);
  const given = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  const prices = '{"starter":"price_1"}';
  await apply({ ...deployment, given, stripePrices: async () => prices }, ignore);

  const newDist = tinyBuild();
  writeFileSync(join(folderOf(newDist, "platen-api"), "index.js"), "export default { changed: true };\n");
  expect(await changesOf({ ...deployment, dist: newDist })).toEqual(["Worker platen-api-staging"]);
  await apply({ ...deployment, dist: newDist }, ignore);

  const { secrets, workers } = summary(cloudflare);
  expect(secrets.get("platen-api-staging STRIPE_SECRET_KEY")).toBe("sk_test_1");
  for (const name of ["SEALING_KEY", "JOB_SEALING_KEY", "SIGNING_KEY"])
    expect(secrets.get(`platen-api-staging ${name}`)).toBe(before.get(`platen-api-staging ${name}`));
  expect(workers[0]?.bindings).toContain(`plain_text STRIPE_PRICES ${prices}`);
  cloudflare.close();
});

test("after a failure at any call of an update, a second run has the new build deployed", {
  tags: ["nightly"],
}, async () => {
  const { cloudflare, deployment } = await deployed();
  const index = join(folderOf(tinyBuild(), "platen-api"), "index.js");
  const updated = { ...deployment, dist: join(index, "..", "..") };
  writeFileSync(index, "// 0\n");
  cloudflare.calls.length = 0;
  await apply(updated, ignore);
  const writes = cloudflare.calls.flatMap((call, at) => (call.startsWith("GET ") ? [] : [at]));
  expect(writes.length).toBeGreaterThan(6);
  for (const at of writes) {
    for (const when of ["before", "after"] as const) {
      writeFileSync(index, `// ${when} ${at}\n`);
      cloudflare.failure = { at: cloudflare.calls.length + at, when };
      await expect(apply(updated, ignore)).rejects.toThrow("Run the command again");
      cloudflare.failure = null;
      await apply(updated, ignore);
      expect(await changesOf(updated)).toEqual([]);
    }
  }
  cloudflare.close();
});

test("keeps DNS records that the host has", async () => {
  const { cloudflare, deployment } = await newDeployment(dist);
  cloudflare.state.records.add(STAGING.host);
  await expect(apply(deployment, ignore)).rejects.toThrow("has DNS records already");
  expect(cloudflare.state.domains).toEqual([]);
  cloudflare.close();
});

test("destroy names what is lost and leaves nothing, also after a failure at any call", async () => {
  const first = await deployed();
  expect((await planRemoval(first.deployment)).map(({ step }) => step.name)).toEqual([
    "domain platen.pages.test",
    "Worker platen-api-staging",
    "Worker platen-render-staging",
    "Worker platen-pdf-staging",
    "bucket platen-results-staging",
    "database platen-staging",
    "queue platen-mails-staging",
    "queue platen-jobs-staging",
    "queue platen-jobs-dead-staging",
  ]);
  first.cloudflare.state.buckets.get("platen-results-staging")?.keys.add("results/job_1/1").add("lists/ads");
  // Each run fails one call later, so that each call fails once.
  for (let more = 0; more < 60; more++) {
    const when = more % 2 === 0 ? "after" : "before";
    first.cloudflare.failure = { at: first.cloudflare.calls.length + more, when };
    await remove(first.deployment, ignore).catch(ignore);
  }
  first.cloudflare.failure = null;
  await remove(first.deployment, ignore);
  const { state } = first.cloudflare;
  expect([state.queues, state.databases, state.domains, [...state.buckets], [...state.workers]]).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
  expect(await planRemoval(first.deployment)).toEqual([]);
  first.cloudflare.close();
});

test("several databases and render Workers are made, migrated and connected, and none is forgotten later", async () => {
  const environment = { ...STAGING, databases: [1, 0], renderWorkers: 2 };
  const { cloudflare, deployment } = await newDeployment(dist, { environment });
  await apply(deployment, ignore);
  const { workers, queues, databases } = summary(cloudflare);
  expect(workers.map(({ name }) => name)).toEqual([
    "platen-api-staging",
    "platen-pdf-staging",
    "platen-render-1-staging",
    "platen-render-staging",
  ]);
  expect(workers[0]?.bindings).toContain("plain_text DATABASE_WEIGHTS 1 0");
  expect(queues.map(({ queue_name, consumers }) => [queue_name, consumers[0]?.script_name])).toEqual([
    ["platen-jobs-dead-staging", "platen-render-staging"],
    ["platen-jobs-staging", "platen-render-staging"],
    ["platen-jobs-dead-1-staging", "platen-render-1-staging"],
    ["platen-jobs-1-staging", "platen-render-1-staging"],
    ["platen-mails-staging", "platen-api-staging"],
  ]);
  expect(databases.map(({ name }) => name)).toEqual(["platen-staging", "platen-1-staging"]);
  for (const { tables } of databases) expect(tables).toContainEqual({ name: "accounts" });
  const ids = cloudflare.state.databases.map(({ uuid }) => uuid);
  const given = { environment, accountId: null, databaseIds: ids, stripePrices: "{}" };
  for (const worker of ["platen-api", "platen-render", "platen-render-1"]) {
    const { d1_databases, queues, durable_objects } = configure(dist, worker, given);
    expect(d1_databases.map(({ binding, database_id }) => [binding, database_id])).toEqual([
      ["DB", ids[0]],
      ["DB_1", ids[1]],
    ]);
    if (worker !== "platen-api") continue;
    expect(queues.producers.map(({ binding, queue }) => `${binding} ${queue}`)).toEqual([
      "JOBS platen-jobs-staging",
      "JOBS_1 platen-jobs-1-staging",
      "MAILS platen-mails-staging",
    ]);
    expect(durable_objects.bindings.map(({ name, script_name }) => `${name} ${script_name}`)).toEqual([
      "SCHEDULER platen-render-staging",
      "SCHEDULER_1 platen-render-1-staging",
    ]);
  }

  expect(await changesOf(deployment)).toEqual([]);
  await expect(plan({ ...deployment, environment: STAGING })).rejects.toThrow(
    /platen-1-staging.*lists only 1/,
  );
  await remove(deployment, ignore);
  expect(comparable(cloudflare)).toMatchObject({ workers: [], queues: [], databases: [] });
  cloudflare.close();
});
