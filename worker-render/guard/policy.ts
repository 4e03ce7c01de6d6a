/** What a deployment's guard lets through, made once for each browser. */

import { targetPolicy } from "#contract/target/policy.ts";
import type { TargetPolicy } from "#contract/target/target.ts";
import { createResolver, type Resolve } from "./resolver.ts";

export interface GuardPolicy {
  targets: TargetPolicy;
  /** Asked for the host of every document, unless private targets are let through. */
  resolve: Resolve;
}

export function guardPolicy(vars: {
  ALLOW_PRIVATE_TARGETS?: string;
  PUBLIC_ORIGIN: string;
  DNS_OVER_HTTPS: string;
}): GuardPolicy {
  return { targets: targetPolicy(vars), resolve: createResolver(vars.DNS_OVER_HTTPS) };
}
