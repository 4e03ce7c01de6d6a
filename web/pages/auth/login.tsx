import { type FormEvent, useState } from "react";
import { call } from "../../client/call.ts";
import { sentenceOf } from "../../client/failure.ts";
import { signIn } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { AuthMessage, useAuthMessage } from "./auth-message.tsx";
import { emailFault, loginFault } from "./form-faults.ts";
import { useTurnstile } from "./turnstile.tsx";

interface LoginProps {
  email: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
}

export function Login({ email, onEmail, onForgot }: LoginProps) {
  const form = useForm({ email, password: "" }, loginFault);
  const [message, setMessage] = useAuthMessage();
  const turnstile = useTurnstile("magic-link");
  const [busy, setBusy] = useState<"login" | "magic-link" | null>(null);

  async function login(event: FormEvent) {
    event.preventDefault();
    setMessage(null);
    if (!form.check()) return;
    setBusy("login");
    try {
      const session = await call("POST /auth/login", {
        body: { email: form.values.email, password: form.values.password },
      });
      setMessage({ kind: "success", text: "Login successful! Loading dashboard..." });
      await signIn(session);
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "Login failed") });
      setBusy(null);
    }
  }

  async function sendMagicLink() {
    setMessage(null);
    if (!form.check(emailFault)) return;
    const human = turnstile.prove();
    if ("missing" in human) return setMessage({ kind: "error", text: human.missing });
    setBusy("magic-link");
    try {
      const response = await call("POST /auth/magic-link", {
        body: { email: form.values.email, ...human.fields },
      });
      setMessage({ kind: "success", text: response.message, brief: true });
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "Failed to send magic link") });
    }
    setBusy(null);
  }

  return (
    <form ref={form.ref} onSubmit={(event) => void login(event)} noValidate className="space-y-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={form.values.email}
        invalid={form.isWrong("email")}
        onChange={(event) => {
          form.set("email", event.target.value);
          onEmail(event.target.value);
        }}
      />
      <div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={form.values.password}
          invalid={form.isWrong("password")}
          onChange={(value) => form.set("password", value)}
        />
        <button
          type="button"
          onClick={onForgot}
          className="mt-1.5 rounded-sm text-muted text-sm underline underline-offset-2 hover:text-ink"
        >
          Forgot password?
        </button>
      </div>
      {turnstile.box}
      <AuthMessage fault={form.fault} message={message} />
      <div className="grid gap-2.5">
        <Button type="submit" look="primary" busy={busy === "login"} disabled={busy !== null}>
          Login
        </Button>
        <Button
          icon="mail"
          busy={busy === "magic-link"}
          disabled={busy !== null}
          onClick={() => void sendMagicLink()}
        >
          Send Magic Link
        </Button>
      </div>
    </form>
  );
}
