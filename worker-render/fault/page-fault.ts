/** A fault of the page: the job fails at once, and its credit is refunded. After any other error the job is retried. */
import { JOB_ERRORS, type JobErrorCode } from "#contract/errors.ts";
import type { JobStage } from "#contract/job/state.ts";

export class PageFault extends Error {
  readonly code: JobErrorCode;
  readonly stage: JobStage;

  constructor(code: JobErrorCode, stage: JobStage, message: string = JOB_ERRORS[code].message) {
    super(message);
    this.name = "PageFault";
    this.code = code;
    this.stage = stage;
  }
}
