/** The target policy of a deployment, from its variables. */
import { isLoopbackHost } from "./address.ts";
import type { TargetPolicy } from "./target.ts";

/**
 * Private targets are let through only where the service itself is served on loopback: a deployment that somehow
 * carries `ALLOW_PRIVATE_TARGETS` ignores it.
 */
export function targetPolicy(vars: { ALLOW_PRIVATE_TARGETS?: string; PUBLIC_ORIGIN: string }): TargetPolicy {
  const own = new URL(vars.PUBLIC_ORIGIN);
  return {
    allowPrivate: vars.ALLOW_PRIVATE_TARGETS === "true" && isLoopbackHost(own.hostname),
    ownHosts: [own.host],
  };
}
