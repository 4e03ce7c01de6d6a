/** What a deployment refuses before it changes anything. */
import { expect, test } from "vitest";
import { newDeployment, STAGING, summary } from "../../dev/cloudflare/sample-deployment.ts";
import type { RunningCloudflare } from "../../dev/cloudflare/server.ts";
import { newDatabase } from "../../dev/cloudflare/state.ts";
import { apply, plan } from "./deployment.ts";
import { changesOf, dist, ignore, isWrite } from "./test-deployment.ts";

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
