/** A Worker: Wrangler uploads it with its secrets, cron, queues and assets. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Configuration } from "../built-worker.ts";
import { configure, type Given, RELEASE, writeConfiguration } from "./configuration.ts";
import { findDatabase } from "./database.ts";
import { API, type Deployed, findDeployed, pathOf } from "./deployed.ts";
import { findQueue, readerOf } from "./queue.ts";
import { secretValues } from "./secrets.ts";
import { type Deployment, named, type Step } from "./step.ts";
import { checkRestored, secretsToSet } from "./worker-secrets.ts";

const NO_PRICES = "{}";
/** Wrangler's batch waits, in seconds. */
const SECOND_MS = 1_000;

const Schedules = z.object({ schedules: z.array(z.object({ cron: z.string() })) });
const Subdomain = z.object({ enabled: z.boolean(), previews_enabled: z.boolean().default(false) });

async function givenTo(
  deployment: Deployment,
  prices: (deployed: Deployed | null) => Promise<string>,
): Promise<Given> {
  const deployed = await findDeployed(deployment, API);
  return {
    environment: deployment.environment,
    accountId: deployment.account.id,
    databaseIds: await Promise.all(
      deployment.environment.databases.map((_, index) => findDatabase(deployment, index)),
    ),
    stripePrices: await prices(deployed),
  };
}

/** The prices that are deployed. A deployment without Stripe's key keeps them. */
async function deployedPrices(deployed: Deployed | null): Promise<string> {
  return deployed?.vars.get("STRIPE_PRICES") ?? NO_PRICES;
}

/** Writes the configuration of a Worker with what is deployed, for Wrangler's other commands. Returns its path. */
export async function writeDeployedConfiguration(deployment: Deployment, worker: string): Promise<string> {
  return writeConfiguration(deployment.dist, worker, await givenTo(deployment, deployedPrices));
}

/** What of the cron, the queues and the addresses differs. An upload sets them after the code, so a failure can leave them out. */
async function wrongTriggers(
  deployment: Deployment,
  worker: string,
  { triggers, queues }: Configuration,
): Promise<string[]> {
  const { cloudflare } = deployment.account;
  const path = pathOf(deployment, worker);
  const { schedules } = await cloudflare.read(`${path}/schedules`, Schedules);
  const crons = schedules.map(({ cron }) => cron).sort();
  const subdomain = await cloudflare.read(`${path}/subdomain`, Subdomain);
  const wrong: string[] = [];
  if (crons.join() !== [...(triggers.crons ?? [])].sort().join()) wrong.push("cron");
  if (subdomain.enabled || subdomain.previews_enabled) wrong.push("workers.dev");
  for (const wanted of queues.consumers) {
    const queue = await findQueue(deployment, wanted.queue);
    const reader = queue?.consumers.find((one) => readerOf(one) === named(deployment, worker));
    const isSame =
      reader &&
      (reader.dead_letter_queue ?? "") === (wanted.dead_letter_queue ?? "") &&
      reader.settings.batch_size === wanted.max_batch_size &&
      reader.settings.max_retries === wanted.max_retries &&
      reader.settings.max_wait_time_ms === (wanted.max_batch_timeout ?? 0) * SECOND_MS;
    if (!isSame) wrong.push(`reader of ${wanted.queue}`);
  }
  return wrong;
}

export function workerStep(deployment: Deployment, worker: string): Step {
  const { account, dist, given, secretsFile, wrangler } = deployment;
  const name = named(deployment, worker);
  return {
    name: `Worker ${name}`,
    async look() {
      const deployed = await findDeployed(deployment, worker);
      const secrets = await secretsToSet(deployment, worker, deployed);
      const set = secrets.length > 0 ? `secrets ${secrets.join(", ")}` : "";
      const stripe = worker === API && deployment.stripePrices ? "Stripe's products and prices" : "";
      if (!deployed) {
        await checkRestored(deployment, secrets);
        return ["deploy", set, stripe].filter(Boolean).join("; ");
      }
      const wanted = configure(dist, worker, await givenTo(deployment, deployedPrices));
      const isNew = deployed.isSplit || deployed.vars.get(RELEASE) !== wanted.vars[RELEASE];
      const wrong = await wrongTriggers(deployment, worker, wanted);
      const changes = [isNew ? "deploy the new build" : "", set, stripe, ...wrong].filter(Boolean);
      return changes.length > 0 ? changes.join("; ") : null;
    },
    async change() {
      const deployed = await findDeployed(deployment, worker);
      const secrets = await secretsToSet(deployment, worker, deployed);
      const prices = worker === API && deployment.stripePrices ? deployment.stripePrices : null;
      const given_ = await givenTo(deployment, prices ?? deployedPrices);
      const args = ["deploy", "-c", writeConfiguration(dist, worker, given_)];
      const folder = mkdtempSync(join(tmpdir(), "platen-deploy-"));
      try {
        if (secrets.length > 0) {
          const file = join(folder, "secrets.json");
          writeFileSync(file, JSON.stringify(secretValues(secrets, given, secretsFile)), { mode: 0o600 });
          args.push("--secrets-file", file);
        }
        await wrangler(args);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    async loss() {
      return (await findDeployed(deployment, worker)) ? "its secrets, logs and Durable Objects" : null;
    },
    async remove() {
      if (await findDeployed(deployment, worker))
        await account.cloudflare.write("DELETE", `${pathOf(deployment, worker)}?force=true`);
    },
  };
}
