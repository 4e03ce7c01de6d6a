import { type FormEvent, useEffect, useState } from "react";
import { Link } from "wouter";
import { PLANS } from "#contract/plans.ts";
import { call } from "../../client/call.ts";
import { CallFailure, sentenceOf } from "../../client/failure.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { DELAY_MS } from "../../ui/times.ts";
import { useForm } from "../../ui/use-form.ts";
import { AuthMessage, useAuthMessage } from "./auth-message.tsx";
import { registerFault } from "./form-faults.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { keepReceipt } from "./receipt.ts";
import { useTurnstile } from "./turnstile.tsx";

function Reading({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="underline underline-offset-2 hover:text-ink">
      {children}
    </Link>
  );
}

interface RegisterProps {
  /** Called with the new account's address, which prefills the login form. */
  onRegistered: (email: string) => void;
  /** Called two seconds later, if the form is still shown. */
  onDone: () => void;
}

export function Register({ onRegistered, onDone }: RegisterProps) {
  const form = useForm({ email: "", password: "", confirm: "" }, registerFault);
  const [message, setMessage] = useAuthMessage();
  const [busy, setBusy] = useState(false);
  const turnstile = useTurnstile("register");
  const [registered, setRegistered] = useState(false);

  useEffect(() => {
    if (!registered) return;
    const timer = setTimeout(onDone, DELAY_MS.loginAfterRegister);
    return () => clearTimeout(timer);
  }, [registered, onDone]);

  async function register(event: FormEvent) {
    event.preventDefault();
    setMessage(null);
    if (!form.check()) return;
    const human = turnstile.prove();
    if ("missing" in human) return setMessage({ kind: "error", text: human.missing });
    setBusy(true);
    const { email, password } = form.values;
    try {
      const response = await call("POST /auth/register", { body: { email, password, ...human.fields } });
      setMessage({ kind: "success", text: response.message });
      keepReceipt(response.receipt);
      setRegistered(true);
      onRegistered(email.trim());
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "Registration failed") });
      setBusy(false);
      if (error instanceof CallFailure && error.details.some(({ path }) => path === "email"))
        form.focus("email");
    }
  }

  return (
    <form ref={form.ref} onSubmit={(event) => void register(event)} noValidate className="space-y-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={form.values.email}
        invalid={form.isWrong("email")}
        onChange={(event) => form.set("email", event.target.value)}
      />
      <NewPasswordFields form={form} labels={{ password: "Password", confirm: "Confirm password" }} />
      {turnstile.box}
      <AuthMessage fault={form.fault} message={message} />
      <Button type="submit" look="primary" busy={busy} className="w-full">
        Create Account
      </Button>
      <p className="text-muted text-sm">
        Registering gives you a free API key with {PLANS.free.requestsPerDay} requests per day.
      </p>
      <p className="text-muted text-sm">
        By creating an account, you accept the <Reading href="/terms">terms</Reading>. See also{" "}
        <Reading href="/privacy">privacy</Reading>.
      </p>
    </form>
  );
}
