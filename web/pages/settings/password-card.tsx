import { type FormEvent, useState } from "react";
import type { Profile } from "#contract/account/profile.ts";
import { call } from "../../client/call.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useOpener } from "../../ui/use-opener.ts";
import { newPasswordFault } from "../auth/form-faults.ts";
import { NewPasswordFields } from "../auth/new-password-fields.tsx";

const EMPTY = { current: "", password: "", confirm: "" };

function changeFault(values: typeof EMPTY) {
  if (!values.current) return { message: "Please fill in all fields", fields: ["current"] as const };
  return newPasswordFault(values);
}

function ChangePassword({ onDone }: { onDone: () => void }) {
  const form = useForm(EMPTY, changeFault);
  const [busy, setBusy] = useState(false);

  async function change(event: FormEvent) {
    event.preventDefault();
    if (!form.check()) return;
    setBusy(true);
    try {
      const response = await call("POST /auth/change-password", {
        body: { current_password: form.values.current, new_password: form.values.password },
      });
      show("success", response.message);
      onDone();
    } catch (error) {
      show("error", sentenceOf(error, "The password could not be changed"));
      setBusy(false);
    }
  }

  return (
    <form ref={form.ref} onSubmit={(event) => void change(event)} noValidate className="max-w-sm space-y-4">
      <PasswordField
        autoFocus
        label="Current password"
        name="current"
        autoComplete="current-password"
        value={form.values.current}
        invalid={form.isWrong("current")}
        onChange={(value) => form.set("current", value)}
      />
      <NewPasswordFields form={form} labels={{ password: "New password", confirm: "Confirm new password" }} />
      {form.fault && (
        <Notice kind="error" live>
          {form.fault.message}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          Change password
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

/** Changes the password. An account without one sets its first through the reset mail, which proves the address. */
export function PasswordCard({ profile }: { profile: Profile }) {
  const form = useOpener();
  const [busy, setBusy] = useState(false);

  async function mailLink() {
    setBusy(true);
    try {
      const response = await call("POST /auth/forgot-password", { body: { email: profile.email } });
      show("success", response.message);
    } catch (error) {
      show("error", sentenceOf(error, "The email could not be sent"));
    }
    setBusy(false);
  }

  const action = profile.has_password ? (
    <Button size="small" autoFocus={form.autoFocus} onClick={form.open}>
      Change password
    </Button>
  ) : (
    <Button size="small" icon="mail" busy={busy} onClick={() => void mailLink()}>
      Set a password
    </Button>
  );
  return (
    <Card
      title="Password"
      note={
        profile.has_password
          ? "Changing your password signs you out on all other devices."
          : "You sign in with magic links. We can email you a link to set a password."
      }
      aside={form.isOpen ? undefined : action}
    >
      {form.isOpen && <ChangePassword onDone={form.close} />}
    </Card>
  );
}
