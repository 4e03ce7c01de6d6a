import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { PLANS } from "#contract/plans.ts";
import { call } from "../client/call.ts";
import { hasCode } from "../client/failure.ts";
import { useReloadBilling } from "../queries/subscription.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { SupportLink } from "../ui/support-link.tsx";
import { NOTICE_MS } from "../ui/times.ts";
import { PAID_BENEFITS } from "./paid-benefits.ts";

type Outcome = "success" | "canceled" | "unknown";

const SHOWN_MS = {
  success: NOTICE_MS.checkoutSuccess,
  canceled: NOTICE_MS.checkoutCanceled,
  unknown: NOTICE_MS.checkoutCanceled,
} as const satisfies Record<Outcome, number>;

/** Notice on the return from the payment page. It reads the outcome from the query and clears it (spec §2). */
export function CheckoutNotice() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [, navigate] = useLocation();
  const reload = useReloadBilling();

  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    const checkoutSessionId = query.get("session_id");
    const checkout = query.get("checkout");
    if (checkout === "canceled") {
      setOutcome("canceled");
      navigate("/plans", { replace: true });
    }
    if (checkout !== "success" || !checkoutSessionId) return;
    navigate("/settings", { replace: true });
    call("POST /user/checkout/confirm", { body: { session_id: checkoutSessionId } })
      .then(() => setOutcome("success"))
      .catch((error: unknown) => {
        // Anyone can write an address with a made-up session. Other failures say nothing about the payment.
        if (hasCode(error, "not_found")) return setOutcome("unknown");
        setOutcome("success");
        console.error("The payment could not be confirmed yet.", error);
      })
      .finally(() => void reload());
  }, [navigate, reload]);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS[outcome]);
    return () => clearTimeout(timer);
  }, [outcome]);

  if (!outcome) return null;
  return (
    <div className="mb-6">
      {outcome === "success" ? (
        <Notice kind="success" live>
          Payment successful! Your subscription is being activated...
        </Notice>
      ) : outcome === "unknown" ? (
        <Notice kind="error" live title="Payment not found">
          This account has no such payment, so the plan has not changed. If you have paid, write to{" "}
          <SupportLink />.
        </Notice>
      ) : (
        <Notice
          kind="warning"
          live
          title="Checkout Canceled"
          actions={
            <>
              <Button size="small" onClick={() => setOutcome(null)}>
                Try Again
              </Button>
              <Button
                size="small"
                look="quiet"
                onClick={() => {
                  setOutcome(null);
                  navigate("/dashboard");
                }}
              >
                Maybe Later
              </Button>
            </>
          }
        >
          <p>Your account is still on the {PLANS.free.name} plan. You are missing:</p>
          <ul className="mt-1 list-disc pl-5">
            {PAID_BENEFITS.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
