/** The one error that routes throw. `onError` turns it into the response. */
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import type { ErrorBody } from "#contract/job/view.ts";

interface ApiErrorOptions {
  /** Replaces the sentence of contract/errors.ts where the case is more specific. */
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

/** For a failure of a service that we depend on, such as D1 or R2. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError("unavailable", { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** For a key that another tab or person has deleted, or that belongs to another account. */
export function noSuchKey(): ApiError {
  return new ApiError("not_found", { message: "This key does not exist. It may have been deleted." });
}
