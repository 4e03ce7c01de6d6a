/** A part of a deployment. The plan, the deployment, its continuation after a failure and its end are the same list of steps. */
import type { Environment } from "../environment.ts";
import type { FontObject } from "../fonts/index-file.ts";
import type { Account } from "./login.ts";
import type { Wrangler } from "./wrangler.ts";

export interface Step {
  name: string;
  /** What `change` would do; null if there is nothing to do. @throws Refusal if the operator must do something first. */
  look(): Promise<string | null>;
  /** Safe to run again after a failure at any call. */
  change(): Promise<void>;
  /** What is lost with it; null if it does not exist. */
  loss(): Promise<string | null>;
  remove(): Promise<void>;
}

/** Where a service is deployed. */
export interface Target {
  environment: Environment;
  account: Account;
}

/** What all steps use. */
export interface Deployment extends Target {
  wrangler: Wrangler;
  /** The folder of the built Workers. */
  dist: string;
  /** Where generated secrets stay until the operator moves them. */
  secretsFile: string;
  /** Secrets that the operator set in the environment of the command. */
  given: Readonly<Record<string, string>>;
  /** Finds or makes the Stripe account's products and prices, and returns STRIPE_PRICES. Null without a key. */
  stripePrices: (() => Promise<string>) | null;
  fonts: FontObject;
  /** Leaves the API Worker as it is, for a release in two steps. */
  withoutApi: boolean;
}

/** The path of something in the account. */
export function inAccount({ account }: Target, path: string): string {
  return `/accounts/${account.id}/${path}`;
}

/** The name in this environment. */
export function named({ environment }: Target, name: string): string {
  return name + environment.suffix;
}
