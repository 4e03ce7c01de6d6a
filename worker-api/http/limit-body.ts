/** Bodies larger than LIMITS.bodyBytes are refused before they are read. */
import { bodyLimit } from "hono/body-limit";
import { LIMITS } from "#contract/limits.ts";
import { ApiError } from "./api-error.ts";

export const limitBody = bodyLimit({
  maxSize: LIMITS.bodyBytes,
  onError: () => {
    throw new ApiError("body_too_large");
  },
});
