/** A stored result as an HTTP response: type, name, validators and ranges. */
import type { Context } from "hono";
import { CONTENT_TYPES, type FileType } from "#contract/job/values.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { contentDisposition } from "./disposition.ts";
import { type ByteRange, parseRange } from "./range.ts";
import { fromStorage } from "./storage.ts";

function isFileType(type: string): type is FileType {
  return type in CONTENT_TYPES;
}

/** The media type of the job's result; null when it has none. */
export function contentTypeOf(job: JobRow): string | null {
  return job.resultType !== null && isFileType(job.resultType) ? CONTENT_TYPES[job.resultType] : null;
}

/** Whether the result is past its retention or deleted, `now` in Unix ms. */
export function isExpired(job: JobRow, now: number): boolean {
  return job.resultDeletedAt !== null || (job.resultExpiresAt ?? 0) <= now;
}

/** Browsers show a PDF or a picture by itself. Text of a foreign page is never shown under our address. */
function isShowable(contentType: string): boolean {
  return !contentType.startsWith("text/");
}

function tagsOf(header: string): string[] {
  return header.split(",").map((tag) => tag.trim());
}

/** `If-None-Match` compares weakly: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  return tagsOf(ifNoneMatch ?? "").some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag);
}

/** `If-Match` compares strongly: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
export function isOtherVersion(ifMatch: string | undefined, etag: string): boolean {
  return ifMatch !== undefined && !tagsOf(ifMatch).some((tag) => tag === "*" || tag === etag);
}

/** Throws `not_found` for a job without a result and `result_expired` for one whose result is gone. */
export async function respondWithFile(
  c: Context<AppEnv>,
  job: JobRow,
  disposition: "inline" | "attachment",
): Promise<Response> {
  const contentType = contentTypeOf(job);
  if (job.status !== "completed" || contentType === null) throw new ApiError("not_found");
  if (isExpired(job, Date.now())) throw new ApiError("result_expired");
  // A completed result never changes, so its key's parts are a strong validator.
  const etag = `"${job.id}-${job.attempts}"`;
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store",
    "Content-Disposition": contentDisposition(
      isShowable(contentType) ? disposition : "attachment",
      job.resultName ?? job.id,
    ),
    "Content-Type": contentType,
    ETag: etag,
    "X-Content-Type-Options": "nosniff",
  });
  // `newResponse` keeps the headers that the route has set: Location, Preference-Applied.
  const response = (status: 200 | 206 | 304 | 412 | 416, body: ReadableStream | null) =>
    c.newResponse(body, { status, headers });
  // A POST that waits for its file always gets it whole, and HEAD has no ranges:
  // https://www.rfc-editor.org/rfc/rfc9110#section-14.2
  const header = (name: string) => (c.req.method === "POST" ? undefined : c.req.header(name));
  if (isOtherVersion(header("if-match"), etag)) return response(412, null);
  if (isNotModified(header("if-none-match"), etag)) return response(304, null);
  const size = job.resultBytes ?? 0;
  const ifRange = header("if-range");
  const mayBePart = c.req.method === "GET" && (ifRange === undefined || ifRange === etag);
  const range = mayBePart ? parseRange(header("range"), size) : null;
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${size}`);
    return response(416, null);
  }
  const body = await open(c, job, range);
  headers.set("Content-Length", String(range?.length ?? size));
  if (!range) return response(200, body);
  headers.set("Content-Range", `bytes ${range.offset}-${range.offset + range.length - 1}/${size}`);
  return response(206, body);
}

/** The file's bytes; null for HEAD. Throws `result_expired` when R2 no longer has the file. */
async function open(
  c: Context<AppEnv>,
  job: JobRow,
  range: ByteRange | null,
): Promise<ReadableStream | null> {
  const key = resultKey(job);
  if (c.req.method === "HEAD") {
    if (await fromStorage(() => c.env.RESULTS.head(key))) return null;
    throw new ApiError("result_expired");
  }
  const object = await fromStorage(() => c.env.RESULTS.get(key, range ? { range } : {}));
  if (!object) throw new ApiError("result_expired");
  return object.body;
}
