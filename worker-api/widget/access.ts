/** Checks the Origin header against the public key's authorized domains, for preflights and requests. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { CONTROL_NAMES } from "#contract/job/control-options.ts";
import type { JobOptions } from "#contract/job/request.ts";
import { hostMatches, originMatches } from "#contract/widget/domain-match.ts";
import { findWidgetJob, type WidgetJob } from "#store/jobs/widget-jobs.ts";
import { isPublicKey, shardOfPublicKey } from "#store/keys/api-key-format.ts";
import { findPublicKey, type KeyOwner } from "#store/keys/public-keys.ts";
import { shardOfId } from "#store/secrets/ids.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { mayBeValid, noteRefused } from "../http/credentials.ts";
import { isOwnOrigin } from "../http/own-origin.ts";
import { limitCaller, limitClient } from "../http/rate-limit.ts";
import { enterShard } from "../http/shard.ts";
import { originOfToken } from "./token.ts";
import { allowOrigin } from "./widget-cors.ts";

/**
 * Lets the page read the response, also an error. Our own pages need no authorized domain, because they show the key's
 * owner a preview of the button. Throws `origin_not_authorized`.
 */
function requireOrigin(c: Context<AppEnv>, domains: readonly string[]): string {
  const origin = c.req.header("origin");
  if (origin === undefined) throw new ApiError("origin_not_authorized");
  const isOurs = isOwnOrigin(origin, c.env.PUBLIC_ORIGIN);
  if (!isOurs && !originMatches(origin, domains)) throw new ApiError("origin_not_authorized");
  allowOrigin(c, origin);
  return origin;
}

/**
 * Finds the public key of the path and checks the page's origin. Each request counts for its client, also with a valid key,
 * because a public key is not a secret. Throws `public_key_invalid`, `origin_not_authorized` or `rate_limited`.
 */
export async function admitPage(c: Context<AppEnv>): Promise<{ key: KeyOwner; origin: string }> {
  const text = c.req.param("publicKey") ?? "";
  if (!isPublicKey(text) || !mayBeValid(text) || !enterShard(c, shardOfPublicKey(text))) {
    throw new ApiError("public_key_invalid");
  }
  await limitClient(c);
  const key = await findPublicKey(c.var.db, text);
  if (!key) {
    noteRefused(text);
    throw new ApiError("public_key_invalid");
  }
  return { key, origin: requireOrigin(c, key.authorizedDomains) };
}

/**
 * A public key is not a secret, so a visitor's request has no scripts, styles or waits of its own. Throws `invalid_request`.
 */
export function refuseControl(options: JobOptions): void {
  const details = CONTROL_NAMES.filter((name) => options[name] !== undefined && options[name] !== false).map(
    (name) => ({ path: `options.${name}`, message: "is not allowed with a public key" }),
  );
  if (details.length > 0) throw new ApiError("invalid_request", { details });
}

export const requirePage = createMiddleware<AppEnv>(async (c, next) => {
  c.set("page", await admitPage(c));
  await next();
});

async function requireWidgetJob(c: Context<AppEnv>): Promise<WidgetJob> {
  const id = c.req.param("id") ?? "";
  const found = enterShard(c, shardOfId(id)) && (await findWidgetJob(c.var.db, id));
  if (!found) throw new ApiError("not_found");
  return found;
}

/** For the preflight of a read, which carries no token: every page of the job's public key passes. */
export async function admitJobsPage(c: Context<AppEnv>): Promise<void> {
  await limitClient(c);
  const { authorizedDomains } = await requireWidgetJob(c);
  requireOrigin(c, authorizedDomains);
}

/**
 * Finds the job that the token opens. The Origin header may be missing, because browsers leave it out of same-origin
 * reads.
 */
export const requireTokenHolder = createMiddleware<AppEnv>(async (c, next) => {
  const id = c.req.param("id") ?? "";
  const origin = c.req.header("origin");
  const [scheme, token = ""] = c.req.header("authorization")?.split(" ") ?? [];
  const holder = scheme?.toLowerCase() === "bearer" ? await originOfToken(c.env, id, token) : null;
  if (holder === null) {
    // Any page may read this response, because it is the same for every job id.
    if (origin !== undefined) allowOrigin(c, origin);
    throw new ApiError("unauthorized", { message: "The token of the job is required." });
  }
  await limitCaller(c, id);
  const found = await requireWidgetJob(c);
  if (origin !== undefined) requireOrigin(c, found.authorizedDomains);
  if (origin !== undefined && origin !== holder) throw new ApiError("origin_not_authorized");
  c.set("widgetJob", found);
  await next();
});

/**
 * Throws `target_not_authorized` if the key is restricted to its authorized domains and the target is on another one.
 */
export function requireOwnTarget(key: KeyOwner, url: URL): void {
  if (key.restrictTargets && !hostMatches(url, key.authorizedDomains)) {
    throw new ApiError("target_not_authorized");
  }
}
