/** Which secrets a deployment sets in a Worker. */
import { readBuilt, workersOf } from "../built-worker.ts";
import { hasAccounts } from "./database.ts";
import { API, type Deployed, findDeployed } from "./deployed.ts";
import { Refusal } from "./refusal.ts";
import { isGenerated, keptSecrets } from "./secrets.ts";
import { type Deployment, named } from "./step.ts";

/** With the same value in both Workers: one seals with it, the other opens. */
const SHARED = "JOB_SEALING_KEY";
/** Not in wrangler.toml, because the API runs without it. */
const TURNSTILE = "TURNSTILE_SECRET_KEY";
const OPTIONAL = [TURNSTILE, "ALERT_WEBHOOK_URL", "ADMIN_SECRET"];
/** Optional, with the same value in each Worker that has the variable. */
const TRACES = { secret: "OTLP_HEADERS", variable: "OTLP_ENDPOINT" };

/** @throws Refusal if another Worker has the shared secret, and its value is not known. */
async function checkShared(deployment: Deployment, worker: string): Promise<void> {
  const { given, secretsFile } = deployment;
  if (SHARED in given || keptSecrets(secretsFile).includes(SHARED)) return;
  for (const other of workersOf(deployment.environment).filter((one) => one !== worker)) {
    if (!(await findDeployed(deployment, other))?.secrets.includes(SHARED)) continue;
    throw new Refusal(
      `${named(deployment, other)} has ${SHARED}, ${named(deployment, worker)} needs the same value, and Cloudflare does not show it. ` +
        `Run again with your copy, or with a new value: ${SHARED}=$(openssl rand -base64 32) npm run deploy. ` +
        "With a new one, unfinished jobs with headers, cookies or a password fail.",
    );
  }
}

/**
 * For a Worker that is not deployed yet: checks that it gets no new keys beside the data of a restored service.
 * @param missing The secrets that it needs
 * @throws Refusal
 */
export async function checkRestored(deployment: Deployment, missing: readonly string[]): Promise<void> {
  const { given, secretsFile } = deployment;
  const known = [...Object.keys(given), ...keptSecrets(secretsFile)];
  const unknown = missing.filter((name) => isGenerated(name) && !known.includes(name));
  if (unknown.length === 0 || !(await hasAccounts(deployment))) return;
  throw new Refusal(
    `The database has accounts, so the service needs its ${unknown.join(", ")}. Put your copy of the secrets at ${secretsFile}. ` +
      `If it is lost, make a new key: ${unknown[0]}=$(openssl rand -base64 32) npm run deploy. docs/operations.md says what that ends: “A secret leaked”.`,
  );
}

/**
 * The secrets that a deployment sets: those that are missing, and those that were given.
 * @throws Refusal if the value of a missing one is not known.
 */
export async function secretsToSet(
  deployment: Deployment,
  worker: string,
  deployed: Deployed | null,
): Promise<string[]> {
  const { dist, environment, given } = deployment;
  const { secrets, vars } = readBuilt(dist, worker, environment);
  const required = secrets?.required ?? [];
  const has = (name: string) => deployed?.secrets.includes(name) ?? false;
  const missing = required.filter((name) => !has(name));
  if (missing.includes(SHARED)) await checkShared(deployment, worker);
  const siteKey = environment.vars.TURNSTILE_SITE_KEY ?? vars.TURNSTILE_SITE_KEY;
  if (worker === API && siteKey && !has(TURNSTILE) && !(TURNSTILE in given))
    throw new Refusal(`TURNSTILE_SITE_KEY is set, but not its secret. Run: ${TURNSTILE}=0x… npm run deploy`);
  const optional = [...(worker === API ? OPTIONAL : []), ...(TRACES.variable in vars ? [TRACES.secret] : [])];
  const possible = [...required, ...optional];
  return [...new Set([...missing, ...possible.filter((name) => name in given)])];
}
