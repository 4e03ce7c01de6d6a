/** What the account must have before anything is made. Each function throws a Refusal if it is missing. */
import { z } from "zod";
import { readBuilt, workersOf } from "../built-worker.ts";
import { CloudflareError } from "./cloudflare.ts";
import { checkVars } from "./configuration.ts";
import { databaseName, findDatabase } from "./database.ts";
import { API } from "./deployed.ts";
import { findZone } from "./domain.ts";
import { Refusal } from "./refusal.ts";
import { type Deployment, inAccount } from "./step.ts";

const Senders = z.array(z.object({ name: z.string(), enabled: z.boolean() }));

function apiVar({ dist, environment }: Deployment, name: string): string {
  return environment.vars[name] ?? readBuilt(dist, API, environment).vars[name] ?? "";
}

async function settings(deployment: Deployment): Promise<void> {
  const { dist, environment } = deployment;
  checkVars(dist, workersOf(environment), environment);
  const addresses = ["MAIL_FROM", "SUPPORT_EMAIL"].map((name) => apiVar(deployment, name));
  const examples = [environment.host, ...addresses].filter((value) =>
    /(^|[.@])example\.(com|net|org)$/.test(value),
  );
  if (examples.length > 0)
    throw new Refusal(
      `platen.config.ts: ${environment.name} still has ${examples.join(", ")}. Set your own host and addresses.`,
    );
  const wrong = addresses.filter((value) => !z.email().safeParse(value).success);
  if (wrong.length > 0)
    throw new Refusal(
      `platen.config.ts: MAIL_FROM and SUPPORT_EMAIL of ${environment.name} must be email addresses, not ${wrong.join(", ")}.`,
    );
}

/** An account is found only with its database. */
async function allDatabases(deployment: Deployment): Promise<void> {
  const { name, databases } = deployment.environment;
  if (!(await findDatabase(deployment, databases.length))) return;
  throw new Refusal(
    `The account has a database ${databaseName(deployment, databases.length)}, and platen.config.ts: ${name} lists only ${databases.length}. List all databases. A share of 0 closes one for new accounts.`,
  );
}

async function browser(deployment: Deployment): Promise<void> {
  const path = inAccount(deployment, "browser-rendering/devtools/session?limit=1");
  try {
    await deployment.account.cloudflare.read(path, z.unknown());
  } catch (error) {
    if (!(error instanceof CloudflareError) || error.status >= 500) throw error;
    throw new Refusal(
      `The account or the login cannot use Browser Run (Browser Rendering), without which nothing is rendered. ${error.message}`,
    );
  }
}

async function sender(deployment: Deployment): Promise<void> {
  const [, domain = ""] = apiVar(deployment, "MAIL_FROM").split("@");
  // `settings` says so.
  if (domain === "") return;
  const zone = await findZone(deployment, domain);
  const path = `/zones/${zone}/email/sending/subdomains`;
  const senders = await deployment.account.cloudflare.read(path, Senders);
  if (!senders.some(({ name, enabled }) => name === domain && enabled))
    throw new Refusal(
      `Email Sending is not set up for ${domain}, the domain of MAIL_FROM. Add it in Cloudflare's dashboard: Email, Email Sending.`,
    );
}

export const REQUIREMENTS: readonly ((deployment: Deployment) => Promise<void>)[] = [
  settings,
  allDatabases,
  browser,
  sender,
];
