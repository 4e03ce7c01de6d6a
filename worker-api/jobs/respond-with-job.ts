/** One job as a response: its JSON, or its file if the client asks for the file's type. */
import type { Context } from "hono";
import { isJobErrorCode } from "#contract/errors.ts";
import { CONTENT_TYPES, FILE_TYPES } from "#contract/job/values.ts";
import type { JobView } from "#contract/job/view.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { contentTypeOf, respondWithFile } from "../files/respond-with-file.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { creditsOf } from "../http/limit-headers.ts";
import { acceptsBytes } from "./prefer.ts";
import { linkSecondsOf, viewJob } from "./view.ts";

/** Media types that the job's file has or can have. */
function fileTypes(job: JobRow): string[] {
  const type = contentTypeOf(job);
  if (type !== null) return [type];
  return FILE_TYPES[job.outputType].map((one) => CONTENT_TYPES[one]);
}

/** The view for the account's owner, with the credits. */
export async function viewOwn(c: Context<AppEnv>, job: JobRow): Promise<JobView> {
  const { usage, owner } = c.var;
  const credits = usage ? creditsOf(usage) : undefined;
  return viewJob(c.env, job, { linkSeconds: linkSecondsOf(owner), credits });
}

function asksForFile(c: Context<AppEnv>, job: JobRow): boolean {
  const accept = c.req.header("accept");
  return fileTypes(job).some((type) => acceptsBytes(accept, type));
}

/** With 202 if the client asks for the file, so that it does not save this JSON as a PDF. */
export async function respondWithUnfinished(c: Context<AppEnv>, job: JobRow) {
  return c.json(await viewOwn(c, job), asksForFile(c, job) ? 202 : 200);
}

/**
 * If the client asks for the file, a job that has failed or was canceled is an error, so that no client saves JSON as a
 * PDF.
 */
export async function respondWithJob(c: Context<AppEnv>, job: JobRow) {
  if (asksForFile(c, job)) {
    if (job.status === "completed") return respondWithFile(c, job, "attachment");
    if (job.status === "canceled")
      throw new ApiError("not_found", { message: "The job was canceled, so it has no file." });
    if (job.status === "failed" && job.errorCode !== null && isJobErrorCode(job.errorCode)) {
      throw new ApiError(job.errorCode, job.errorMessage === null ? {} : { message: job.errorMessage });
    }
  }
  return c.json(await viewOwn(c, job), 200);
}
