import type { Profile } from "#contract/account/profile.ts";
import type { Tier } from "#contract/plans.ts";
import { VerifyEmailNotice } from "../../account/verify-email-notice.tsx";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useBillingPortal } from "../../queries/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

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
      {profile.email_confirmed_at === null && (
        <VerifyEmailNotice>
          Check your inbox at <strong className="font-semibold">{profile.email}</strong> and open the link in
          our email. Your API key is available after you verify your email.
        </VerifyEmailNotice>
      )}
      {profile.payment_failed_at !== null && <PaymentFailedNotice tier={profile.tier} />}
    </>
  );
}
