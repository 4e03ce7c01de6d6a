import { useState } from "react";
import { call } from "../../client/call.ts";
import { sentenceOf } from "../../client/failure.ts";
import { signIn } from "../../session/session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { AuthMessage, useAuthMessage } from "./auth-message.tsx";

export function MagicLinkLogin({ token }: { token: string }) {
  const [message, setMessage] = useAuthMessage();
  const [busy, setBusy] = useState(false);

  async function login() {
    setBusy(true);
    try {
      const session = await call("POST /auth/magic-link/consume", { body: { token } });
      setMessage({ kind: "success", text: "Login successful! Loading dashboard..." });
      await signIn(session);
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "Login failed") });
      setBusy(false);
    }
  }

  return (
    <>
      <p className="text-muted">This link works once and logs you in on this device.</p>
      <AuthMessage fault={null} message={message} />
      <Button look="primary" busy={busy} onClick={() => void login()} className="w-full">
        Login
      </Button>
      {message?.kind === "error" && <ButtonLink href="/auth">Go to sign-in</ButtonLink>}
    </>
  );
}
