import { useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useRotateApiKey } from "../../queries/api-key.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { CheckField } from "../../ui/field.tsx";
import { moment } from "../../words/dates.ts";

/** Asks before the API key is rotated, and whether the old one works on for a day. */
export function RotateDialog({ open, onDone }: { open: boolean; onDone: () => void }) {
  const rotate = useRotateApiKey();
  const [keepOld, setKeepOld] = useState(false);

  function close() {
    setKeepOld(false);
    onDone();
  }

  function rotateKey() {
    rotate.mutate(keepOld ? { keep_old: true } : undefined, {
      onSuccess: ({ old_key }) =>
        show(
          "success",
          old_key
            ? `Your new API key is ready. The old one works until ${moment(old_key.expires_at)}.`
            : "Your new API key is ready. The old one no longer works.",
        ),
      onError: (failure) => show("error", sentenceOf(failure, "Failed to rotate API key")),
      onSettled: close,
    });
  }

  return (
    <ConfirmDialog
      open={open}
      title="Rotate your API key?"
      confirmLabel="Rotate key"
      danger
      busy={rotate.isPending}
      onConfirm={rotateKey}
      onCancel={close}
    >
      <p>
        {keepOld
          ? `The old key stops working in ${LIMITS.oldKeyHours} hours. Until then, replace it with the new key everywhere you use it.`
          : "The old key stops working immediately. Replace it with the new key everywhere you use it."}
      </p>
      <div className="mt-3 text-ink">
        <CheckField
          label={`Keep the old key working for ${LIMITS.oldKeyHours} hours`}
          hint="Leave this off if someone else may know the old key."
          checked={keepOld}
          disabled={rotate.isPending}
          onChange={setKeepOld}
        />
      </div>
    </ConfirmDialog>
  );
}
