import { Comparison } from "./comparison.tsx";
import { KnownPages } from "./known-pages.tsx";
import { PlanLine } from "./plan-line.tsx";
import { Promises } from "./promises.tsx";

/** The static part of the landing page below the fold. */
export function BelowFold() {
  return (
    <>
      <KnownPages />
      <Promises />
      <Comparison />
      <PlanLine />
    </>
  );
}
