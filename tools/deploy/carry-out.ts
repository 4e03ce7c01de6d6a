/** Shows the plan of a deployment, asks, carries it out, and says what the operator does next. */
import { printList } from "../table.ts";
import { apply, plan } from "./deployment.ts";
import { Refusal } from "./refusal.ts";
import { keptSecrets } from "./secrets.ts";
import type { Deployment } from "./step.ts";

/** @param confirm Returns what the operator types. Null: does not ask. */
export async function carryOut(
  deployment: Deployment,
  confirm: (() => Promise<string>) | null,
): Promise<void> {
  const { account, environment } = deployment;
  const planned = await plan(deployment);
  printList(
    `${environment.name} at ${environment.origin}, in the account ${account.name}:`,
    planned.map(({ step, change }) => [step.name, change ?? "–"]),
  );
  if (planned.every(({ change }) => change === null)) {
    console.log("\nEverything is deployed. Nothing to do.");
    return;
  }
  if (confirm && !/^y(es)?$/i.test(await confirm())) throw new Refusal("Nothing was changed.");
  await apply(deployment, (done) => console.log(`✓ ${done}`));
  if (keptSecrets(deployment.secretsFile).length > 0)
    console.log(
      `\nThe generated secrets are in ${deployment.secretsFile}. Move this file to a safe place: Cloudflare does not show a secret again.`,
    );
  const { STRIPE_SECRET_KEY: stripe, STRIPE_WEBHOOK_SECRET: webhook } = deployment.given;
  if (stripe && !webhook)
    console.log(
      "\nAdd the webhook in Stripe's dashboard (docs/billing.md), then run: STRIPE_WEBHOOK_SECRET=whsec_… npm run deploy",
    );
  console.log(`\nDeployed. Check it: npm run smoke -- ${environment.origin} --email YOUR-ADDRESS`);
}
