import type { Profile } from "#contract/account/profile.ts";
import type { Tier } from "#contract/plans.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useResendVerification } from "../../queries/profile.ts";
import { useBillingPortal } from "../../queries/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

function VerifyEmailNotice({ email }: { email: string }) {
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
      Check your inbox at <strong className="font-semibold">{email}</strong> and open the link in our email.
      Your API key is available after you verify your email.
    </Notice>
  );
}

function PaymentFailedNotice({ tier }: { tier: Tier }) {
  const portal = useBillingPortal();
  return (
    <Notice
      kind="error"
      title="Your last payment failed"
      actions={
        <Button
          size="small"
          icon="external"
          busy={portal.isPending}
          onClick={() =>
            portal.mutate(undefined, {
              onError: (error) => show("error", sentenceOf(error, "The billing portal could not be opened")),
            })
          }
        >
          Update payment method
        </Button>
      }
    >
      {tier === "free"
        ? "Your account has moved to the Free plan. Update your payment method to pay the open invoice."
        : "Your plan stays active for now. Update your payment method to keep it."}
    </Notice>
  );
}

/** Notices of what the owner must do: verify the email address, pay an invoice. */
export function AccountNotices({ profile }: { profile: Profile }) {
  return (
    <>
      {profile.email_confirmed_at === null && <VerifyEmailNotice email={profile.email} />}
      {profile.payment_failed_at !== null && <PaymentFailedNotice tier={profile.tier} />}
    </>
  );
}
