import type { ErrorEntry } from "./error-entry.ts";

/** Errors that pages also show without a response. They are a file of their own, because the list of all errors is large. */
export const SHOWN_ERRORS = {
  invalid_token: {
    status: 401,
    message: "This link is no longer valid. Please request a new one.",
    retryable: false,
    advice: "Each link works once and expires after a short time.",
  },
  credits_exhausted: {
    status: 402,
    message:
      "You have exceeded your monthly credit limit. Enable overage in Settings to continue using credits.",
    retryable: false,
    advice: "Enable overage, upgrade your plan, or wait until your credits reset.",
  },
  spending_cap_reached: {
    status: 402,
    message:
      "Your overage has reached the spending cap of this period. Raise the cap in Settings to continue using credits.",
    retryable: false,
    advice: "Raise the spending cap, upgrade your plan, or wait until your credits reset.",
  },
  email_unverified: {
    status: 403,
    message: "Please verify your email to access your API key",
    retryable: false,
    advice: "Open the link in the verification email. You can send the email again from the dashboard.",
  },
  same_plan: {
    status: 409,
    message: "You are already on this plan.",
    retryable: false,
    advice: "Choose a different plan.",
  },
  cannot_downgrade_to_free: {
    status: 409,
    message: "Cannot downgrade to free plan. Please cancel your subscription in Settings.",
    retryable: false,
    advice: "Cancel your subscription in Settings. You keep your plan until the end of the billing period.",
  },
} as const satisfies Record<string, ErrorEntry>;
