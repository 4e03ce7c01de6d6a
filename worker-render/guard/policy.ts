/** The rules of a deployment's guard. They are made once for each browser. */

import { targetPolicy } from "#contract/target/policy.ts";
import type { TargetPolicy } from "#contract/target/target.ts";
import { createResolver, type Resolve } from "./resolver.ts";

export interface GuardPolicy {
  targets: TargetPolicy;
  /** Called with the host of every document, unless private targets are allowed. */
  resolve: Resolve;
}

/** The rules from the Worker's variables. */
export function guardPolicy(vars: {
  ALLOW_PRIVATE_TARGETS?: string;
  PUBLIC_ORIGIN: string;
  DNS_OVER_HTTPS: string;
}): GuardPolicy {
  return { targets: targetPolicy(vars), resolve: createResolver(vars.DNS_OVER_HTTPS) };
}
