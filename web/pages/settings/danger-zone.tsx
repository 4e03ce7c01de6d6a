import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../../client/call.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { forgetSession } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { FAREWELL_PATH } from "../auth/farewell-path.ts";
import { ProveItIsYou } from "./prove-it-is-you.tsx";

const WORD = "DELETE";

export function DangerZone() {
  const [typed, setTyped] = useState("");
  const [proving, setProving] = useState(false);
  const remove = useMutation({
    mutationFn: () => call("DELETE /user/account"),
    onSuccess: () => forgetSession(FAREWELL_PATH),
    onError: (error) => {
      if (hasCode(error, "reauthentication_required")) setProving(true);
      else show("error", sentenceOf(error, "Failed to delete account"));
    },
  });
  const matches = typed === WORD;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (matches) remove.mutate();
  }

  return (
    <Card
      tone="danger"
      title="Danger Zone"
      note="Permanently deletes your account. Your keys stop working, your jobs and files are deleted, and your subscription ends immediately, without a refund."
    >
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            bare
            label={`Type ${WORD} to confirm`}
            placeholder={`Type ${WORD} to confirm`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            fault={typed && !matches ? `Please type ${WORD} to confirm account deletion` : null}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" look="danger" disabled={!matches} busy={remove.isPending}>
          Delete account
        </Button>
      </form>
      <ProveItIsYou
        open={proving}
        purpose="delete your account"
        confirmLabel="Delete account"
        danger
        onProved={() => remove.mutate()}
        onClose={() => setProving(false)}
      />
    </Card>
  );
}
