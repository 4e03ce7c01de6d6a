import type { ButtonOutputType } from "#contract/job/values.ts";

/** The attributes that change what the button shows. */
export interface Look {
  outputType: ButtonOutputType;
  /** Label of the button. If empty, the label of the language is used. */
  text: string;
  lang: string;
}
