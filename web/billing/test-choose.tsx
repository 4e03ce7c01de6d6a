import { useSelectPlan } from "./select-plan.ts";

/** A button that selects the Pro plan. */
export function Choose() {
  const { select } = useSelectPlan();
  return (
    <button type="button" onClick={() => select("pro")}>
      Choose
    </button>
  );
}
