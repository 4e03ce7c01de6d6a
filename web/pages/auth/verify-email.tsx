import { useState } from "react";
import { call } from "../../client/call.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { mayBeSignedIn, refreshSession, signIn, useSession } from "../../session/session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { AuthMessage, useAuthMessage } from "./auth-message.tsx";
import { OnwardLink } from "./onward-link.tsx";
import { forgetReceipt, readReceipt } from "./receipt.ts";

export function VerifyEmail({ token }: { token: string }) {
  const session = useSession();
  const [message, setMessage] = useAuthMessage();
  const [step, setStep] = useState<"ask" | "busy" | "done" | "dead">("ask");

  async function verify() {
    setStep("busy");
    try {
      // A browser that is signed in keeps its session, which may still be loading.
      const isSignedIn = session.status === "signed-in" || (session.status === "loading" && mayBeSignedIn());
      const receipt = isSignedIn ? undefined : readReceipt();
      const verified = await call("POST /auth/verify", { body: { token, receipt } });
      forgetReceipt();
      if (verified.session) return await signIn(verified.session);
      await refreshSession();
      setMessage({ kind: "success", text: verified.message });
      setStep("done");
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "Verification failed") });
      setStep(hasCode(error, "invalid_token") ? "dead" : "ask");
    }
  }

  return (
    <>
      {(step === "ask" || step === "busy") && (
        <p className="text-muted">Verify your email address to get your API key.</p>
      )}
      <AuthMessage fault={null} message={message} />
      {step === "done" ? (
        <ButtonLink href="/dashboard" look="primary">
          Go to dashboard
        </ButtonLink>
      ) : step === "dead" ? (
        <>
          <p className="text-muted">
            Your address may be verified already. If it is not, the dashboard sends a new link.
          </p>
          <OnwardLink href="/dashboard" />
        </>
      ) : (
        <Button look="primary" busy={step === "busy"} onClick={() => void verify()} className="w-full">
          Verify email
        </Button>
      )}
    </>
  );
}
