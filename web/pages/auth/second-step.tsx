import { type FormEvent, type ReactNode, useState } from "react";
import type { PendingSignIn } from "#contract/account/second-factor.ts";
import { call } from "../../client/call.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { signIn } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { AuthMessage, useAuthMessage } from "./auth-message.tsx";
import { FactorFields, useFactorProof } from "./factor-fields.tsx";

interface SecondStepProps {
  pending: PendingSignIn;
  /** Leads to the first step. */
  back: ReactNode;
}

/** The second step of a sign-in, after the password or the magic link. */
export function SecondStep({ pending: { token, factors }, back }: SecondStepProps) {
  const factor = useFactorProof(factors);
  const [message, setMessage] = useAuthMessage();
  const [step, setStep] = useState<"ask" | "busy" | "expired">("ask");

  async function confirm(event: FormEvent) {
    event.preventDefault();
    const missing = factor.fault();
    setMessage(missing === null ? null : { kind: "error", text: missing });
    if (missing !== null) return;
    setStep("busy");
    try {
      const proof = await factor.prove(() =>
        call("POST /auth/second-factor/passkey-options", { body: { token } }),
      );
      const session = await call("POST /auth/second-factor", { body: { token, ...proof } });
      setMessage({ kind: "success", text: "Login successful! Loading dashboard..." });
      await signIn(session);
    } catch (error) {
      const fallback = factor.kind === "passkey" ? "The passkey could not be used" : "Login failed";
      setMessage({ kind: "error", text: sentenceOf(error, fallback) });
      setStep(hasCode(error, "sign_in_expired") ? "expired" : "ask");
    }
  }

  return (
    <form onSubmit={(event) => void confirm(event)} noValidate className="mt-4 space-y-4">
      <h2 className="text-[1.133rem]">Two-step sign-in</h2>
      {step !== "expired" && (
        <FactorFields factor={factor} invalid={message?.kind === "error"} onSwitch={() => setMessage(null)} />
      )}
      <AuthMessage fault={null} message={message} />
      <div className="grid gap-2.5">
        {step !== "expired" && (
          <Button type="submit" look="primary" autoFocus={factor.kind === "passkey"} busy={step === "busy"}>
            {factor.kind === "passkey" ? "Use passkey" : "Verify"}
          </Button>
        )}
        {back}
      </div>
    </form>
  );
}
