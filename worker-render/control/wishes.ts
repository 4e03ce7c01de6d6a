/** The options that change a job's page, wait for it, or judge it. */
import type { JobOptions } from "#contract/job/request.ts";
import type { LoadRules } from "../page/documents.ts";

export type Wishes = Pick<
  JobOptions,
  "css" | "js" | "click" | "hide" | "remove" | "scrollTo" | "waitFor" | "bestAttempt" | "failOn"
>;
export type Click = NonNullable<Wishes["click"]>[number];
export type WaitFor = NonNullable<Wishes["waitFor"]>;

/** Whether something is to be done in the page between its load and its capture. */
export function hasSteps({ css, hide, remove, click, js, scrollTo, waitFor }: Wishes): boolean {
  return [css, hide, remove, click, js, scrollTo, waitFor].some((wish) => wish !== undefined);
}

/** How patiently the page's document is loaded. */
export function loadRulesOf({ waitFor, bestAttempt }: Wishes): LoadRules {
  return { patient: waitFor?.event === "load", partial: bestAttempt };
}
