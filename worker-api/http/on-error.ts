/** Every failure leaves in the same shape; what is unknown is logged and its message stays inside. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type ErrorCode, isJobErrorCode } from "#contract/errors.ts";
import type { ErrorBody } from "#contract/job/view.ts";
import { errorPlace } from "#log/error-text.ts";
import { log } from "#log/log.ts";
import { isDatabaseFault } from "#store/database-fault.ts";
import { type Db, ping } from "#store/db.ts";
import { ApiError, unavailable } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

/** What Hono's validators throw, by status: a body that does not parse, and one of another type. */
const VALIDATOR_CODES = new Map<number, ErrorCode>([
  [400, "invalid_json"],
  [415, "unsupported_media_type"],
]);

async function answers(db: Db): Promise<boolean> {
  try {
    await ping(db);
    return true;
  } catch {
    return false;
  }
}

/** What is unknown is a fault of ours, unless the database is at fault or does not answer: then it is worth trying again. */
async function known(error: unknown, db: Db): Promise<ApiError> {
  if (error instanceof ApiError) return error;
  const code = error instanceof HTTPException ? VALIDATOR_CODES.get(error.status) : undefined;
  if (code) return new ApiError(code, { cause: error });
  if (!isDatabaseFault(error) && (await answers(db))) return new ApiError("internal", { cause: error });
  return unavailable(error);
}

export async function onError(error: Error, c: Context<AppEnv>): Promise<Response> {
  const failure = await known(error, c.var.db);
  // The end of a job is no fault of this request, whatever status tells it.
  if (failure.status >= 500 && !isJobErrorCode(failure.code)) {
    const cause = failure.cause ?? failure;
    log.error("A request failed.", {
      requestId: c.var.requestId,
      code: failure.code,
      error: cause,
      stack: errorPlace(cause),
    });
  }
  const body: ErrorBody = { error: failure.message, code: failure.code };
  if (failure.details) body.details = failure.details;
  if (failure.retryAfterSeconds) c.header("Retry-After", String(failure.retryAfterSeconds));
  return c.json(body, failure.status);
}
