/** Deployments of a small build to the local Cloudflare, in tests. */
import { newDeployment, tinyBuild } from "../../dev/cloudflare/sample-deployment.ts";
import { apply, plan } from "./deployment.ts";
import type { Deployment } from "./step.ts";

export const dist = tinyBuild();

export const ignore = () => {};

export const changesOf = async (deployment: Deployment) =>
  (await plan(deployment)).filter(({ change }) => change !== null).map(({ step }) => step.name);

export const isWrite = (call: string) => !call.startsWith("GET ") && !call.endsWith("/query");

/** Deploys into a new account. */
export async function deployed() {
  const started = await newDeployment(dist);
  await apply(started.deployment, ignore);
  return started;
}
