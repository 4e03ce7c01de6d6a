/** Checks the target of a request. */

import { targetPolicy } from "#contract/target/policy.ts";
import { checkTarget } from "#contract/target/target.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";

/**
 * The parsed address. Store and open it instead of the text. Throws `blocked_target` with the reason. `path`: the field of
 * the request.
 */
export function requireTarget(env: AppEnv["Bindings"], text: string, path: "url" | "baseUrl" = "url"): URL {
  const check = checkTarget(text, targetPolicy(env));
  if (check.ok) return check.url;
  throw new ApiError("blocked_target", { details: [{ path, message: check.reason }] });
}
