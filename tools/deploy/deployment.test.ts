import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  comparable,
  newDeployment,
  STAGING,
  summary,
  tinyBuild,
} from "../../dev/cloudflare/sample-deployment.ts";
import type { RunningCloudflare } from "../../dev/cloudflare/server.ts";
import { newDatabase } from "../../dev/cloudflare/state.ts";
import { folderOf } from "../built-worker.ts";
import { carryOut } from "./carry-out.ts";
import { configure } from "./configuration.ts";
import { apply, plan, planRemoval, remove } from "./deployment.ts";
import type { Deployment } from "./step.ts";

const dist = tinyBuild();
const ignore = () => {};
const changesOf = async (deployment: Deployment) =>
  (await plan(deployment)).filter(({ change }) => change !== null).map(({ step }) => step.name);
const isWrite = (call: string) => !call.startsWith("GET ") && !call.endsWith("/query");

/** Deploys into a new account. */
async function deployed() {
  const started = await newDeployment(dist);
  await apply(started.deployment, ignore);
  return started;
}

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

test("after a failure at any call, before or after its effect, a second run reaches the same state", async () => {
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

test("after a failure at any call of an update, a second run has the new build deployed", async () => {
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

test.each<[string, (cloudflare: RunningCloudflare) => void, RegExp]>([
  ["no domain of the account", ({ state }) => state.zones.pop(), /has no domain for platen\.pages\.test/],
  [
    "a domain that is not active",
    ({ state }) => Object.assign(state.zones[0] ?? {}, { status: "pending" }),
    /not active/,
  ],
  [
    "a sender that is not set up",
    ({ state }) => state.senders.clear(),
    /Email Sending is not set up for pages\.test/,
  ],
  [
    "an account without Browser Run",
    (cloudflare) => Object.assign(cloudflare.state, { isPaid: false }),
    /cannot use Browser Run/,
  ],
  [
    "an account without R2",
    (cloudflare) => Object.assign(cloudflare.state, { hasR2: false }),
    /has not switched on R2/,
  ],
  [
    "a Worker of the same name",
    ({ state }) =>
      state.workers.set("platen-pdf-staging", {
        versions: [{ id: "1", bindings: [] }],
        deployments: [[{ version_id: "1", percentage: 100 }]],
        migrationTag: undefined,
        crons: [],
        subdomain: { enabled: true, previews_enabled: true },
      }),
    /has a Worker platen-pdf-staging that npm run deploy has not made/,
  ],
  [
    "a bucket of the same name with files",
    ({ state }) =>
      state.buckets.set("platen-results-staging", { bucket: {}, rules: [], keys: new Set(["photo"]) }),
    /has a bucket platen-results-staging with files/,
  ],
  [
    "a queue that another Worker reads",
    ({ state }) =>
      state.queues.push({
        queue_id: "1",
        queue_name: "platen-jobs-staging",
        consumers: [{ type: "worker", script_name: "other" }],
      }),
    /other reads it/,
  ],
  [
    "a database of another application",
    ({ state }) => {
      const database = newDatabase("platen-staging");
      database.sql.exec("create table users (id)");
      state.databases.push(database);
    },
    /has a database platen-staging of another application/,
  ],
  [
    "a domain that another Worker has",
    ({ state }) =>
      state.domains.push({
        id: "1",
        cert_id: "",
        environment: "production",
        hostname: "platen.pages.test",
        service: "other",
        zone_id: "",
        zone_name: "",
      }),
    /belongs to the Worker other/,
  ],
])("refuses %s, before it changes anything", async (_, prepare, reason) => {
  const { cloudflare, deployment } = await newDeployment(dist);
  prepare(cloudflare);
  // Some accounts leave out what the preparation does not need.
  Object.assign(cloudflare.state.buckets.get("platen-results-staging")?.bucket ?? {}, {
    name: "platen-results-staging",
  });
  await expect(plan(deployment)).rejects.toThrow(reason);
  expect(cloudflare.calls.filter(isWrite)).toEqual([]);
  cloudflare.close();
});

test("refuses the examples of platen.config.ts, texts that are no address, and variables that no Worker has", async () => {
  const { cloudflare, deployment } = await newDeployment(dist);
  const example = { ...STAGING, vars: { ...STAGING.vars, MAIL_FROM: "platen@example.com" } };
  await expect(plan({ ...deployment, environment: example })).rejects.toThrow(
    /still has platen@example\.com/,
  );
  const noAddress = { ...STAGING, vars: { ...STAGING.vars, MAIL_FROM: "pages.test" } };
  await expect(plan({ ...deployment, environment: noAddress })).rejects.toThrow(
    /^platen\.config\.ts: .* must be email addresses, not pages\.test\.$/,
  );
  for (const name of ["BROWSER", "PUBLIC_ORIGIN", "STRIPE_API_BASE"]) {
    const wrong = { ...STAGING, vars: { ...STAGING.vars, [name]: "1" } };
    await expect(plan({ ...deployment, environment: wrong })).rejects.toThrow(`sets ${name}`);
  }
  cloudflare.close();
});

test("refuses a plan without queues, and Turnstile without its secret", async () => {
  const { cloudflare, deployment } = await newDeployment(dist);
  cloudflare.state.isPaid = false;
  await expect(apply(deployment, ignore)).rejects.toThrow("The account's plan has no Queues");
  cloudflare.state.isPaid = true;
  const vars = { ...STAGING.vars, TURNSTILE_SITE_KEY: "0x1" };
  const withTurnstile = { ...deployment, environment: { ...STAGING, vars } };
  await expect(plan(withTurnstile)).rejects.toThrow("TURNSTILE_SITE_KEY is set, but not its secret");
  const given = {
    TURNSTILE_SECRET_KEY: "0x2",
    ALERT_WEBHOOK_URL: "https://hooks.example.com/1",
    OTLP_HEADERS: "x-key=1",
  };
  await apply({ ...withTurnstile, given }, ignore);
  const { secrets } = summary(cloudflare);
  expect(secrets.get("platen-api-staging TURNSTILE_SECRET_KEY")).toBe("0x2");
  expect(secrets.get("platen-api-staging ALERT_WEBHOOK_URL")).toBe(given.ALERT_WEBHOOK_URL);
  const withHeaders = [...secrets.keys()].filter((name) => name.endsWith("OTLP_HEADERS"));
  expect(withHeaders).toEqual(["platen-render-staging OTLP_HEADERS", "platen-api-staging OTLP_HEADERS"]);
  expect(await changesOf(withTurnstile)).toEqual([]);
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
