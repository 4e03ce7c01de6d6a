import { useState } from "react";
import type { PendingSignIn } from "#contract/account/second-factor.ts";
import { call } from "../../client/call.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { signIn } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { AuthMessage, useAuthMessage } from "./auth-message.tsx";
import { OnwardLink } from "./onward-link.tsx";
import { SecondStep } from "./second-step.tsx";

export function MagicLinkLogin({ token }: { token: string }) {
  const [message, setMessage] = useAuthMessage();
  const [busy, setBusy] = useState(false);
  const [isDead, setDead] = useState(false);
  const [pending, setPending] = useState<PendingSignIn | null>(null);

  async function login() {
    setBusy(true);
    try {
      const result = await call("POST /auth/magic-link/consume", { body: { token } });
      if ("code" in result) return setPending(result);
      setMessage({ kind: "success", text: "Login successful! Loading dashboard..." });
      await signIn(result);
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "Login failed") });
      setDead(hasCode(error, "invalid_token"));
      setBusy(false);
    }
  }

  if (pending) return <SecondStep pending={pending} back={<OnwardLink />} />;
  return (
    <>
      {!isDead && <p className="text-muted">This link works once and logs you in on this device.</p>}
      <AuthMessage fault={null} message={message} />
      {!isDead && (
        <Button look="primary" busy={busy} onClick={() => void login()} className="w-full">
          Login
        </Button>
      )}
      {message?.kind === "error" && <OnwardLink />}
    </>
  );
}
