import type { ReactNode } from "react";
import { sentenceOf } from "../client/failure.ts";
import { show } from "../feedback/feedback.ts";
import { useResendVerification } from "../queries/profile.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Asks for the verification of the email address, and says with `children` what it is needed for. */
export function VerifyEmailNotice({ children }: { children: ReactNode }) {
  const resend = useResendVerification();
  return (
    <Notice
      kind="info"
      title="Please verify your email"
      actions={
        <Button
          size="small"
          busy={resend.isPending}
          onClick={() =>
            resend.mutate(undefined, {
              onSuccess: ({ message }) => show("success", message),
              onError: (error) => show("error", sentenceOf(error, "The email could not be sent")),
            })
          }
        >
          Resend email
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
