import { isJobErrorCode, JOB_ERRORS } from "#contract/errors.ts";
import type { JobError } from "#contract/job/view.ts";

/** What can be done about a failed job, from the catalogue; empty for a code that this page does not know yet. */
export function adviceFor(error: JobError): string {
  return isJobErrorCode(error.code) ? JOB_ERRORS[error.code].advice : "";
}
