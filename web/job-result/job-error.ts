import type { JobError } from "#contract/job/view.ts";
import { isJobErrorCode, JOB_ERRORS } from "#contract/job-errors.ts";

/** Advice for a failed job. Empty for an error code that is newer than this page. */
export function adviceFor(error: JobError): string {
  return isJobErrorCode(error.code) ? JOB_ERRORS[error.code].advice : "";
}
