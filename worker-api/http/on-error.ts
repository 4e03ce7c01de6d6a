/** Every failure leaves in the same shape; what is unknown is logged and its message stays inside. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { isJobErrorCode } from "#contract/errors.ts";
import type { ErrorBody } from "#contract/job-view.ts";
import { errorPlace, errorText } from "#store/error-text.ts";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

function known(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HTTPException && error.status === 400)
    return new ApiError("invalid_json", { cause: error });
  return new ApiError("internal", { cause: error });
}

export function onError(error: Error, c: Context<AppEnv>): Response {
  const failure = known(error);
  // The end of a job is no fault of this request, whatever status tells it.
  if (failure.status >= 500 && !isJobErrorCode(failure.code)) {
    const cause = failure.cause ?? failure;
    console.error(
      JSON.stringify({
        requestId: c.var.requestId,
        code: failure.code,
        error: errorText(cause),
        stack: errorPlace(cause),
      }),
    );
  }
  const body: ErrorBody = { error: failure.message, code: failure.code };
  if (failure.details) body.details = failure.details;
  if (failure.retryAfterSeconds) c.header("Retry-After", String(failure.retryAfterSeconds));
  return c.json(body, failure.status);
}
