import { useState } from "react";

/**
 * State of a form that is shown in place of the button that opens it. The button's `autoFocus` gives it the focus when
 * the form closes, because the form's own buttons disappear.
 */
export function useOpener() {
  const [state, setState] = useState<"new" | "open" | "closed">("new");
  return {
    isOpen: state === "open",
    open: () => setState("open"),
    close: () => setState("closed"),
    autoFocus: state === "closed",
  };
}
