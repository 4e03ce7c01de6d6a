import { type FormEvent, useState } from "react";
import type { Profile } from "#contract/account/profile.ts";
import type { PendingEmailChange } from "#contract/account/sign-in.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useCancelEmailChange, useEmailChange, useRequestEmailChange } from "../../queries/email-change.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { useOpener } from "../../ui/use-opener.ts";
import { moment } from "../../words/dates.ts";
import { ProveItIsYou } from "./prove-it-is-you.tsx";

function ChangeForm({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState("");
  const [proving, setProving] = useState(false);
  const request = useRequestEmailChange();

  function send() {
    request.mutate(email, {
      onSuccess: ({ message }) => {
        show("success", message);
        onDone();
      },
      onError: (error) => {
        if (hasCode(error, "reauthentication_required")) setProving(true);
        else show("error", sentenceOf(error, "The email address could not be changed"));
      },
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (email) send();
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="max-w-sm space-y-4">
        <TextField
          autoFocus
          label="New email address"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={request.isPending} disabled={!email}>
            Send confirmation emails
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
      <ProveItIsYou
        open={proving}
        purpose="change your email address"
        confirmLabel="Confirm password"
        onProved={send}
        onClose={() => setProving(false)}
      />
    </>
  );
}

function missing({ old_confirmed, new_confirmed }: NonNullable<PendingEmailChange["email_change"]>): string {
  if (old_confirmed) return "the new mailbox";
  return new_confirmed ? "the old mailbox" : "both mailboxes";
}

function PendingLine({ change }: { change: NonNullable<PendingEmailChange["email_change"]> }) {
  const cancel = useCancelEmailChange();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-60 text-sm [overflow-wrap:anywhere]">
        Changes to {change.email} after a confirmation in {missing(change)}.{" "}
        <span className="text-muted">The links work until {moment(change.expires_at)}.</span>
      </p>
      <Button
        size="small"
        busy={cancel.isPending}
        onClick={() =>
          cancel.mutate(undefined, {
            onSuccess: () => show("success", "Your email address stays as it is."),
            onError: (error) => show("error", sentenceOf(error, "The change could not be canceled")),
          })
        }
      >
        Cancel change
      </Button>
    </div>
  );
}

/** Changes the email address. Both mailboxes have to confirm the change. */
export function EmailCard({ profile }: { profile: Profile }) {
  const form = useOpener();
  const { data: change } = useEmailChange();
  return (
    <Card
      title="Email Address"
      note="A change needs a confirmation in your old and in your new mailbox."
      aside={
        !form.isOpen &&
        profile.email_confirmed_at && (
          <Button size="small" autoFocus={form.autoFocus} onClick={form.open}>
            Change email
          </Button>
        )
      }
    >
      {form.isOpen ? <ChangeForm onDone={form.close} /> : change && <PendingLine change={change} />}
    </Card>
  );
}
