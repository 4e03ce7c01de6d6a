/** The refusal of a guess during a pause. */
import { ApiError } from "./api-error.ts";

/** `write` makes the sentence from the time to wait, such as “5 minutes”. */
export function pauseError(pausedUntil: number, now: number, write: (wait: string) => string): ApiError {
  const seconds = Math.max(1, Math.ceil((pausedUntil - now) / 1_000));
  const minutes = Math.ceil(seconds / 60);
  return new ApiError("sign_in_paused", {
    message: write(minutes === 1 ? "a minute" : `${minutes} minutes`),
    retryAfterSeconds: seconds,
  });
}
