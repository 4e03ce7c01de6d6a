import { useState } from "react";
import { call } from "../../client/call.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { refreshSession } from "../../session/session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { AuthMessage, useAuthMessage } from "./auth-message.tsx";

/** Confirms a change of the email address in one of the two mailboxes. */
export function ConfirmEmail({ token }: { token: string }) {
  const [message, setMessage] = useAuthMessage();
  const [step, setStep] = useState<"ask" | "busy" | "over">("ask");

  async function confirm() {
    setStep("busy");
    try {
      const response = await call("POST /auth/confirm-email", { body: { token } });
      if (response.changed) await refreshSession();
      setMessage({ kind: "success", text: response.message });
      setStep("over");
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "The address could not be confirmed") });
      setStep(hasCode(error, "invalid_token") ? "over" : "ask");
    }
  }

  return (
    <>
      {step !== "over" && (
        <p className="text-muted">
          The email address of the account changes when its old and its new mailbox have confirmed it.
        </p>
      )}
      <AuthMessage fault={null} message={message} />
      {step === "over" ? (
        <ButtonLink href="/settings">Open Settings</ButtonLink>
      ) : (
        <Button look="primary" busy={step === "busy"} onClick={() => void confirm()} className="w-full">
          Confirm
        </Button>
      )}
    </>
  );
}
