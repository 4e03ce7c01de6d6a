/** The intake check of an address that a stranger names. */
import type { TargetPolicy } from "#contract/target.ts";
import { checkTarget } from "#contract/target.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";

function policyOf(env: AppEnv["Bindings"]): TargetPolicy {
  return {
    allowPrivate: env.ALLOW_PRIVATE_TARGETS === "true",
    ownHosts: [new URL(env.PUBLIC_ORIGIN).host],
  };
}

/** The parsed address, which is what must be stored and opened; throws `blocked_target` with the reason. */
export function requireTarget(env: AppEnv["Bindings"], text: string): URL {
  const check = checkTarget(text, policyOf(env));
  if (check.ok) return check.url;
  throw new ApiError("blocked_target", { details: [{ path: "url", message: check.reason }] });
}
