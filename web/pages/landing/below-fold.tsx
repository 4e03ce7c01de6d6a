import { Comparison } from "./comparison.tsx";
import { Promises } from "./promises.tsx";

export function BelowFold() {
  return (
    <>
      <Promises />
      <Comparison />
    </>
  );
}
