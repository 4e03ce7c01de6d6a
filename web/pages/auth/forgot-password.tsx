import { type FormEvent, useState } from "react";
import { call } from "../../client/call.ts";
import { sentenceOf } from "../../client/failure.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { AuthMessage, useAuthMessage } from "./auth-message.tsx";
import { emailFault } from "./form-faults.ts";
import { useTurnstile } from "./turnstile.tsx";

export function ForgotPassword({ email, onBack }: { email: string; onBack: () => void }) {
  const form = useForm({ email }, emailFault);
  const [message, setMessage] = useAuthMessage();
  const turnstile = useTurnstile("reset");
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    setMessage(null);
    if (!form.check()) return;
    const human = turnstile.prove();
    if ("missing" in human) return setMessage({ kind: "error", text: human.missing });
    setBusy(true);
    try {
      const response = await call("POST /auth/forgot-password", {
        body: { email: form.values.email, ...human.fields },
      });
      setMessage({ kind: "success", text: response.message });
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "Failed to send the reset link") });
    }
    setBusy(false);
  }

  return (
    <form ref={form.ref} onSubmit={(event) => void send(event)} noValidate className="mt-4 space-y-4">
      <p className="text-muted">
        Enter your email address, and we will send you a link to set a new password.
      </p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoFocus
        value={form.values.email}
        invalid={form.isWrong("email")}
        onChange={(event) => form.set("email", event.target.value)}
      />
      {turnstile.box}
      <AuthMessage fault={form.fault} message={message} />
      <div className="grid gap-2.5">
        <Button type="submit" look="primary" busy={busy}>
          Send Reset Link
        </Button>
        <Button look="quiet" icon="arrowLeft" onClick={onBack}>
          Back to login
        </Button>
      </div>
    </form>
  );
}
