import { PlanChangeDialog } from "./plan-change-dialog.tsx";
import { useSelectPlan } from "./select-plan.ts";

/** A button that selects the Pro plan. */
export function Choose() {
  const selection = useSelectPlan();
  return (
    <>
      <button type="button" onClick={() => selection.select("pro")}>
        Choose
      </button>
      <PlanChangeDialog selection={selection} />
    </>
  );
}
