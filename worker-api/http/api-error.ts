/** The one error that a route throws; `onError` makes the answer. */
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import type { ErrorBody } from "#contract/job/view.ts";

interface ApiErrorOptions {
  /** Replaces the catalogue's sentence where the case can say more. */
  message?: string;
  details?: ErrorBody["details"];
  retryAfterSeconds?: number;
  cause?: unknown;
}

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorBody["details"];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = "ApiError";
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status() {
    return ERRORS[this.code].status;
  }
}

/** Long enough for D1 or R2 to come back from a restart. */
const RETRY_AFTER_SECONDS = 5;

/** For what a service that we depend on could not do at the moment. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError("unavailable", { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
