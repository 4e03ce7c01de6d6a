import { useState } from "react";
import type { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useEndOldKey } from "../../queries/api-key.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { moment } from "../../words/dates.ts";

/** Says until when the key before the last rotation works, and ends it earlier. */
export function OldKeyLine({ oldKey }: { oldKey: NonNullable<ApiKeyResponse["old_key"]> }) {
  const end = useEndOldKey();
  const [asking, setAsking] = useState(false);

  function endKey() {
    end.mutate(undefined, {
      onSuccess: () => show("success", "The old API key no longer works."),
      onError: (failure) => show("error", sentenceOf(failure, "Failed to end the old API key")),
      onSettled: () => setAsking(false),
    });
  }

  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <p className="min-w-0 flex-1 basis-60 text-sm">
        Your old key works until {moment(oldKey.expires_at)}.{" "}
        <span className="text-muted">
          Last used: {oldKey.last_used_at ? moment(oldKey.last_used_at) : "never"}
        </span>
      </p>
      <Button size="small" onClick={() => setAsking(true)}>
        End now
      </Button>
      <ConfirmDialog
        open={asking}
        title="End the old API key now?"
        confirmLabel="End old key"
        danger
        busy={end.isPending}
        onConfirm={endKey}
        onCancel={() => setAsking(false)}
      >
        Requests with the old key fail from then on. Your new key is not affected.
      </ConfirmDialog>
    </div>
  );
}
