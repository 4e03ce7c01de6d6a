/** A stored thumbnail as an HTTP response. It is small, so it has no ranges. */
import type { Context } from "hono";
import { CONTENT_TYPES } from "#contract/job/values.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { thumbnailKey } from "#store/jobs/results.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { isExpired, isNotModified, isOtherVersion } from "./respond-with-file.ts";
import { fromStorage } from "./storage.ts";

/** Throws `not_found` for a job without a thumbnail and `result_expired` for one whose files are gone. */
export async function respondWithThumbnail(c: Context<AppEnv>, job: JobRow): Promise<Response> {
  if (job.status !== "completed") throw new ApiError("not_found");
  if (isExpired(job, Date.now())) throw new ApiError("result_expired");
  const etag = `"${job.id}-${job.attempts}-thumbnail"`;
  const headers = new Headers({
    "Cache-Control": "private, no-store",
    "Content-Type": CONTENT_TYPES.webp,
    ETag: etag,
    "X-Content-Type-Options": "nosniff",
  });
  if (isOtherVersion(c.req.header("if-match"), etag)) return c.newResponse(null, { status: 412, headers });
  if (isNotModified(c.req.header("if-none-match"), etag))
    return c.newResponse(null, { status: 304, headers });
  const object = await fromStorage(() => c.env.RESULTS.get(thumbnailKey(job)));
  if (!object) throw new ApiError("not_found");
  headers.set("Content-Length", String(object.size));
  return c.newResponse(object.body, { status: 200, headers });
}
