import { Comparison } from "./comparison.tsx";
import { LiveButton } from "./live-button.tsx";
import { Promises } from "./promises.tsx";

export function BelowFold() {
  return (
    <>
      <Promises />
      <Comparison />
      <LiveButton />
    </>
  );
}
