/** Whether the newest refresh of the filter lists has worked. worker-render notes a failure in R2. */
import { LISTS_FAILURE_KEY } from "#store/filter-lists.ts";
import { inTime } from "./storage.ts";

/** An R2 that does not respond is another part's state. */
export async function checkLists(bucket: R2Bucket): Promise<"ok" | "degraded"> {
  const failure = await inTime(bucket.head(LISTS_FAILURE_KEY)).catch(() => null);
  return failure ? "degraded" : "ok";
}
