import { type FormEvent, type KeyboardEvent, useState } from "react";
import type { PendingSignIn } from "#contract/account/second-factor.ts";
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
  focusesPassword: boolean;
  onEmail: (email: string) => void;
  onForgot: () => void;
  /** Called when the sign-in needs its second step. */
  onPending: (pending: PendingSignIn) => void;
}

/** Login with a magic link, or below it with the password. */
export function Login({ email, focusesPassword, onEmail, onForgot, onPending }: LoginProps) {
  const form = useForm({ email, password: "" }, loginFault);
  const [message, setMessage] = useAuthMessage();
  const turnstile = useTurnstile("magic-link");
  const [way, setWay] = useState<"login" | "magic-link">("magic-link");
  const [busy, setBusy] = useState(false);

  async function login() {
    setWay("login");
    setMessage(null);
    if (!form.check()) return;
    setBusy(true);
    try {
      const result = await call("POST /auth/login", {
        body: { email: form.values.email, password: form.values.password },
      });
      if ("code" in result) return onPending(result);
      setMessage({ kind: "success", text: "Login successful! Loading dashboard..." });
      await signIn(result);
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "Login failed") });
      setBusy(false);
    }
  }

  async function sendMagicLink() {
    setWay("magic-link");
    setMessage(null);
    if (!form.check(emailFault)) return;
    const human = turnstile.prove();
    if ("missing" in human) return setMessage({ kind: "error", text: human.missing });
    setBusy(true);
    try {
      const response = await call("POST /auth/magic-link", {
        body: { email: form.values.email, ...human.fields },
      });
      setMessage({ kind: "success", text: response.message, brief: true });
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "Failed to send magic link") });
    }
    setBusy(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) void login();
  }

  /** Enter sends the magic link, unless the password is there too, because a password manager may have filled it in. */
  function onEmailKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || form.values.password !== "") return;
    event.preventDefault();
    if (!busy) void sendMagicLink();
  }

  const banner = <AuthMessage fault={form.fault} message={message} />;
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="space-y-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={form.values.email}
        invalid={form.isWrong("email")}
        onKeyDown={onEmailKey}
        onChange={(event) => {
          form.set("email", event.target.value);
          onEmail(event.target.value);
        }}
      />
      {turnstile.box}
      {way === "magic-link" && banner}
      <Button
        look="primary"
        icon="mail"
        busy={busy && way === "magic-link"}
        disabled={busy && way !== "magic-link"}
        onClick={() => void sendMagicLink()}
        className="w-full"
      >
        Send Magic Link
      </Button>
      <div aria-hidden="true" className="flex items-center gap-3 text-muted text-sm">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <div>
        <PasswordField
          autoFocus={focusesPassword}
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
          className="mt-1.5 rounded-sm pointer-coarse:min-h-touch text-muted text-sm underline underline-offset-2 hover:text-ink"
        >
          Forgot password?
        </button>
      </div>
      {way === "login" && banner}
      <Button
        type="submit"
        busy={busy && way === "login"}
        disabled={busy && way !== "login"}
        className="w-full"
      >
        Login
      </Button>
    </form>
  );
}
