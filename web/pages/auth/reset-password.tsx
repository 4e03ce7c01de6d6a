import { type FormEvent, useState } from "react";
import { call } from "../../client/call.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { Button } from "../../ui/button.tsx";
import { useForm } from "../../ui/use-form.ts";
import { AuthMessage, useAuthMessage } from "./auth-message.tsx";
import { newPasswordFault } from "./form-faults.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { OnwardLink } from "./onward-link.tsx";

export function ResetPassword({ token }: { token: string }) {
  const form = useForm({ password: "", confirm: "" }, newPasswordFault);
  const [message, setMessage] = useAuthMessage();
  const [step, setStep] = useState<"ask" | "busy" | "done" | "dead">("ask");

  async function reset(event: FormEvent) {
    event.preventDefault();
    setMessage(null);
    if (!form.check()) return;
    setStep("busy");
    try {
      const response = await call("POST /auth/reset-password", {
        body: { token, password: form.values.password },
      });
      setMessage({ kind: "success", text: response.message });
      setStep("done");
    } catch (error) {
      setMessage({ kind: "error", text: sentenceOf(error, "The password could not be set") });
      setStep(hasCode(error, "invalid_token") ? "dead" : "ask");
    }
  }

  if (step === "done" || step === "dead") {
    return (
      <>
        <AuthMessage fault={null} message={message} />
        {step === "done" ? <OnwardLink /> : <OnwardLink href="/auth?tab=forgot" label="Request a new link" />}
      </>
    );
  }
  return (
    <form ref={form.ref} onSubmit={(event) => void reset(event)} noValidate className="space-y-4">
      <NewPasswordFields form={form} labels={{ password: "New password", confirm: "Confirm password" }} />
      <AuthMessage fault={form.fault} message={message} />
      <Button type="submit" look="primary" busy={step === "busy"} className="w-full">
        Set password
      </Button>
    </form>
  );
}
