/** Runs a call to R2. Its errors become `unavailable`, because a retry can succeed. */
import { unavailable } from "../http/api-error.ts";

export async function fromStorage<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    throw unavailable(cause);
  }
}
