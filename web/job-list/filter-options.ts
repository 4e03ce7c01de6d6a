/** The choices of filters that the list of jobs and the usage page share. */
import { JOB_STATUSES } from "#contract/job/state.ts";
import { OUTPUT_LABELS, OUTPUT_TYPES } from "#contract/job/values.ts";

export const STATUS_FILTER = {
  name: "status",
  label: "Status",
  values: JOB_STATUSES.map((value) => ({
    value: String(value),
    label: value.charAt(0).toUpperCase() + value.slice(1),
  })),
} as const;

export const OUTPUT_FILTER = {
  name: "outputType",
  label: "Output",
  values: OUTPUT_TYPES.map((value) => ({ value: String(value), label: OUTPUT_LABELS[value] })),
} as const;
