/** The target policy of a deployment, from its variables. */
import { isLoopbackHost } from "./address.ts";
import type { TargetPolicy } from "./target.ts";

/**
 * Private targets are allowed only where the service itself runs on loopback: a public deployment ignores
 * `ALLOW_PRIVATE_TARGETS`.
 */
export function targetPolicy(vars: { ALLOW_PRIVATE_TARGETS?: string; PUBLIC_ORIGIN: string }): TargetPolicy {
  const own = new URL(vars.PUBLIC_ORIGIN);
  return {
    allowPrivate: vars.ALLOW_PRIVATE_TARGETS === "true" && isLoopbackHost(own.hostname),
    ownHosts: [own.host],
  };
}
