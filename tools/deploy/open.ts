/** What `npm run deploy` and `npm run destroy` have in common. */
import { join } from "node:path";
import Stripe from "stripe";
import { type Environment, readEnvironment } from "../environment.ts";
import { fontObject } from "../fonts/index-file.ts";
import { ROOT } from "../paths.ts";
import { setUpStripe } from "../stripe-setup.ts";
import { openAccount } from "./login.ts";
import { Refusal } from "./refusal.ts";
import { GIVEN } from "./secrets.ts";
import type { Deployment } from "./step.ts";
import { runWrangler } from "./wrangler.ts";

export const DIST = join(ROOT, "dist");

/** The environment of the command, which the build in this process uses too. */
export function chooseEnvironment(name = "production"): Environment {
  const environment = readEnvironment(name);
  process.env.PLATEN_ENV = environment.name;
  return environment;
}

/** @throws Refusal without a login. */
export async function openDeployment(environment: Environment, withoutApi = false): Promise<Deployment> {
  const given = Object.fromEntries(
    GIVEN.flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );
  const key = given.STRIPE_SECRET_KEY;
  if (key && environment.name !== "production" && !/^[rs]k_test_/.test(key))
    throw new Refusal(`STRIPE_SECRET_KEY moves real money. ${environment.name} takes a test key only.`);
  let prices: Promise<string> | null = null;
  return {
    environment,
    account: await openAccount(runWrangler),
    wrangler: runWrangler,
    dist: DIST,
    secretsFile: join(ROOT, ".wrangler", "deploy", `${environment.name}.secrets`),
    given,
    stripePrices: key
      ? () => {
          prices ??= setUpStripe(new Stripe(key)).then((catalog) => JSON.stringify(catalog));
          return prices;
        }
      : null,
    fonts: fontObject(),
    withoutApi,
  };
}
