import { type ReactNode, useState } from "react";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { ProveItIsYou } from "./prove-it-is-you.tsx";

/**
 * For acts that need a fresh sign-in. `failed` shows the error of an act, or asks who it is and then runs `again`.
 * `dialog` belongs on the page.
 */
export function useFreshAct(purpose: string): {
  failed: (error: unknown, fallback: string, again: () => void) => void;
  dialog: ReactNode;
} {
  const [retry, setRetry] = useState<{ again: () => void } | null>(null);
  return {
    failed: (error, fallback, again) => {
      if (hasCode(error, "reauthentication_required")) setRetry({ again });
      else show("error", sentenceOf(error, fallback));
    },
    dialog: (
      <ProveItIsYou
        open={retry !== null}
        purpose={purpose}
        confirmLabel="Confirm"
        onProved={() => retry?.again()}
        onClose={() => setRetry(null)}
      />
    ),
  };
}
