/** Turns every error into the same kind of response. An unknown error is logged, and its message is not sent. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type ErrorCode, isJobErrorCode } from "#contract/errors.ts";
import type { ErrorBody } from "#contract/job/view.ts";
import { errorPlace } from "#log/error-text.ts";
import { log } from "#log/log.ts";
import { record } from "#metrics/record.ts";
import { isDatabaseFault } from "#store/database-fault.ts";
import { ping } from "#store/db.ts";
import type { Dbs } from "#store/shards.ts";
import { ApiError, unavailable } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";
import { routeOf } from "./route-of.ts";

/**
 * Error codes by the status that Hono's validators throw: 400 for a body that does not parse, 415 for another media
 * type.
 */
const VALIDATOR_CODES = new Map<number, ErrorCode>([
  [400, "invalid_json"],
  [415, "unsupported_media_type"],
]);

async function responds(dbs: Dbs): Promise<boolean> {
  try {
    await ping(dbs);
    return true;
  } catch {
    return false;
  }
}

/**
 * An unknown error is `internal`, unless the database failed or does not respond: that is `unavailable`, because a
 * retry can succeed.
 */
async function toApiError(error: unknown, dbs: Dbs): Promise<ApiError> {
  if (error instanceof ApiError) return error;
  const code = error instanceof HTTPException ? VALIDATOR_CODES.get(error.status) : undefined;
  if (code) return new ApiError(code, { cause: error });
  if (!isDatabaseFault(error) && (await responds(dbs))) return new ApiError("internal", { cause: error });
  return unavailable(error);
}

export async function onError(error: Error, c: Context<AppEnv>): Promise<Response> {
  const failure = await toApiError(error, c.var.dbs);
  // A failed job is not a failed request, even if its code has a 5xx status.
  if (failure.status >= 500 && !isJobErrorCode(failure.code)) {
    const cause = failure.cause ?? failure;
    log.error("A request failed.", {
      requestId: c.var.requestId,
      code: failure.code,
      error: cause,
      stack: errorPlace(cause),
    });
  }
  const route = routeOf(c);
  const call = route ? `${route.method} ${route.path}` : null;
  record(c.env.METRICS, "refusal", { code: failure.code, call, status: failure.status });
  c.var.trace?.note({ "platen.error_code": failure.code });
  const body: ErrorBody = { error: failure.message, code: failure.code };
  if (failure.details) body.details = failure.details;
  if (failure.retryAfterSeconds) c.header("Retry-After", String(failure.retryAfterSeconds));
  return c.json(body, failure.status);
}
