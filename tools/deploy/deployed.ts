/** The Workers of a deployment, and what is deployed of them. */
import { z } from "zod";
import { RELEASE } from "./configuration.ts";
import { Refusal } from "./refusal.ts";
import { type Deployment, inAccount, named } from "./step.ts";

export const API = "platen-api";

const Deployments = z.object({
  deployments: z.array(
    z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })) }),
  ),
});
const Version = z.object({
  resources: z.object({
    bindings: z
      .array(z.looseObject({ type: z.string(), name: z.string(), text: z.string().optional() }))
      .default([]),
  }),
});
export interface Deployed {
  /** A second version gets a share of the requests. */
  isSplit: boolean;
  vars: Map<string, string | undefined>;
  secrets: string[];
}

export function pathOf(deployment: Deployment, worker: string): string {
  return inAccount(deployment, `workers/scripts/${named(deployment, worker)}`);
}

/**
 * What is deployed under the Worker's name; null if nothing is.
 * @throws Refusal if it is something else.
 */
export async function findDeployed(deployment: Deployment, worker: string): Promise<Deployed | null> {
  const { cloudflare } = deployment.account;
  const path = pathOf(deployment, worker);
  // The newest version may not be the deployed one.
  const [latest] = (await cloudflare.find(`${path}/deployments`, Deployments))?.deployments ?? [];
  const [version, ...others] = latest?.versions.toSorted((a, b) => b.percentage - a.percentage) ?? [];
  if (!version) return null;
  const { resources } = await cloudflare.read(`${path}/versions/${version.version_id}`, Version);
  const ofType = (type: string) => resources.bindings.filter((binding) => binding.type === type);
  const vars = new Map(ofType("plain_text").map(({ name, text }) => [name, text]));
  if (!vars.has(RELEASE))
    throw new Refusal(
      `The account has a Worker ${named(deployment, worker)} that npm run deploy has not made. Rename or delete it.`,
    );
  return { isSplit: others.length > 0, vars, secrets: ofType("secret_text").map(({ name }) => name) };
}
