import type { OutputType } from "#contract/job/values.ts";

/** What the view shows of the attributes. */
export interface Look {
  outputType: OutputType;
  /** Empty = the language's own label. */
  text: string;
  lang: string;
}
