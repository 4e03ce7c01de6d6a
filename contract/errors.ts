/** Every error of the API: code → HTTP status, what happened, whether a retry can succeed, what to do. */
import type { ErrorEntry } from "./error-entry.ts";
import { JOB_ERRORS } from "./job-errors.ts";
import { SHOWN_ERRORS } from "./shown-errors.ts";

export { isJobErrorCode, isOurFault, JOB_ERRORS, type JobErrorCode } from "./job-errors.ts";

/** Errors of a request. */
export const REQUEST_ERRORS = {
  invalid_json: {
    status: 400,
    message: "The request body is not valid JSON.",
    retryable: false,
    advice: "Send a JSON object with the header Content-Type: application/json.",
  },
  invalid_request: {
    status: 400,
    message: "Some fields are not valid.",
    retryable: false,
    advice: "Correct each field listed in details: path names the field, message says what is wrong.",
  },
  invalid_signature: {
    status: 400,
    message: "The event's signature is not valid.",
    retryable: false,
    advice: "Check the webhook signing secret and the clock. Events more than five minutes old are rejected.",
  },
  unauthorized: {
    status: 401,
    message: "A valid API key is required.",
    retryable: false,
    advice: "Send your private API key in the x-api-key header. You can copy the key in Settings.",
  },
  session_required: {
    status: 401,
    message: "You are not signed in.",
    retryable: false,
    advice: "Sign in and try again. Your session may have ended.",
  },
  invalid_credentials: {
    status: 401,
    message: "The email address or password is incorrect.",
    retryable: false,
    advice: "Check both, or choose “Forgot password?” to set a new password.",
  },
  public_key_invalid: {
    status: 401,
    message: "This public key is not valid.",
    retryable: false,
    advice: "Copy the key from the Widget tab. A deleted key stops working immediately.",
  },
  wrong_password: {
    status: 403,
    message: "The current password is incorrect.",
    retryable: false,
    advice: "Try again, or sign out and choose “Forgot password?” to set a new password.",
  },
  account_banned: {
    status: 403,
    message: "This account is blocked.",
    retryable: false,
    advice: "Contact us if you do not know why. Include the X-Request-Id of the response.",
  },
  second_factor_required: {
    status: 403,
    message: "Two-step sign-in is on. Please confirm the second step too.",
    retryable: false,
    advice: "Send the code of your authenticator app, the response of a passkey, or a recovery code.",
  },
  wrong_code: {
    status: 403,
    message: "The code is incorrect, or it was used before.",
    retryable: false,
    advice: "Enter the newest code of your authenticator app, or a recovery code that you have not used.",
  },
  passkey_refused: {
    status: 403,
    message: "The passkey was not accepted.",
    retryable: false,
    advice: "Try again with a passkey of this account, or use another second step.",
  },
  reauthentication_required: {
    status: 403,
    message: "Please confirm that it is you: your last sign-in was too long ago.",
    retryable: false,
    advice:
      "Confirm your password and your second step (POST /auth/confirm-password), or sign in again with a magic link, then repeat the request.",
  },
  sign_in_expired: {
    status: 401,
    message: "This sign-in has expired. Please sign in again.",
    retryable: false,
    advice: "Confirm the second step soon after the first. A sign-in works once.",
  },
  invalid_token: {
    ...SHOWN_ERRORS.invalid_token,
    advice:
      "An emailed link works once and expires after a short time. For a new link to a file, read its job again.",
  },
  credits_exhausted: SHOWN_ERRORS.credits_exhausted,
  spending_cap_reached: SHOWN_ERRORS.spending_cap_reached,
  key_ceiling_reached: {
    status: 402,
    message: "The API key has reached its monthly ceiling.",
    retryable: false,
    advice: "Raise the ceiling in Settings.",
  },
  missing_scope: {
    status: 403,
    message: "The API key lacks the scope.",
    retryable: false,
    advice: "Add the scope in Settings.",
  },
  forbidden: {
    status: 403,
    message: "You do not have permission to do this.",
    retryable: false,
    advice: "Use the account that owns the resource.",
  },
  private_key_in_browser: {
    status: 403,
    message: "A private API key was sent from a web page. Private keys are for servers only.",
    retryable: false,
    advice:
      "Use the widget with a public key on web pages. If a page published your private key, rotate the key in Settings.",
  },
  origin_not_authorized: {
    status: 403,
    message: "This site is not authorized to use the public key.",
    retryable: false,
    advice: "Add the site's domain to the key's authorized domains on the Widget tab.",
  },
  target_not_authorized: {
    status: 403,
    message: "This public key converts only pages on its authorized domains.",
    retryable: false,
    advice:
      "Add the page's domain to the key on the Widget tab, or allow the key to convert pages on any domain.",
  },
  turnstile_failed: {
    status: 403,
    message: "Please confirm that you are human, then try again.",
    retryable: false,
    advice: "Use the form on our site: it shows the check and sends its token. A token works once.",
  },
  email_unverified: SHOWN_ERRORS.email_unverified,
  plan_required: {
    status: 403,
    message: "Your plan does not include this feature.",
    retryable: false,
    advice: "Upgrade to Starter or Pro.",
  },
  not_found: {
    status: 404,
    message: "The requested resource does not exist.",
    retryable: false,
    advice: "Check the URL and the ID. Resources of other accounts are not visible.",
  },
  method_not_allowed: {
    status: 405,
    message: "Method not allowed.",
    retryable: false,
    advice: "Use a method that the Allow header lists.",
  },
  job_processing: {
    status: 409,
    message: "The job is being rendered and can no longer be canceled.",
    retryable: true,
    advice: "Wait until the job has finished, then delete it.",
  },
  idempotency_conflict: {
    status: 409,
    message: "This Idempotency-Key was already used with a different request body.",
    retryable: false,
    advice: "Use a new Idempotency-Key for each new request.",
  },
  subscription_exists: {
    status: 409,
    message: "Subscription exists",
    retryable: false,
    advice: "Reload the page and change the plan of your subscription.",
  },
  preview_expired: {
    status: 409,
    message: "The figures of this plan change are out of date.",
    retryable: false,
    advice: "Choose the plan again and check the new figures.",
  },
  same_plan: SHOWN_ERRORS.same_plan,
  cannot_downgrade_to_free: SHOWN_ERRORS.cannot_downgrade_to_free,
  no_subscription: {
    status: 404,
    message: "This account has no subscription.",
    retryable: false,
    advice: "Choose a plan first.",
  },
  payment_failed: {
    status: 402,
    message: "The payment did not go through.",
    retryable: true,
    advice: "Check your card in the billing portal, then try again.",
  },
  totp_exists: {
    status: 409,
    message: "This account already has an authenticator app.",
    retryable: false,
    advice: "Remove it first, then set up the new one.",
  },
  passkey_exists: {
    status: 409,
    message: "This passkey cannot be added: it is known already, or the account has too many passkeys.",
    retryable: false,
    advice: "Use another passkey, or remove one that you no longer use.",
  },
  second_factor_off: {
    status: 409,
    message: "Two-step sign-in is off.",
    retryable: false,
    advice: "Add an authenticator app or a passkey first.",
  },
  too_many_keys: {
    status: 409,
    message: "This account has reached the maximum number of keys.",
    retryable: false,
    advice: "Delete a key that you no longer use.",
  },
  result_expired: {
    status: 410,
    message: "The result has expired or was deleted.",
    retryable: false,
    advice: "Create the job again to get a new file.",
  },
  body_too_large: {
    status: 413,
    message: "The request body is too large.",
    retryable: false,
    advice:
      "Bodies are limited to 1 MB. Only the HTML of a job may be larger, up to the limit of your plan. Make it smaller, for example by linking to images instead of embedding them, or upgrade.",
  },
  unsupported_media_type: {
    status: 415,
    message: "The request body must be JSON.",
    retryable: false,
    advice: "Set the header Content-Type: application/json.",
  },
  blocked_target: {
    status: 422,
    message: "This address cannot be converted.",
    retryable: false,
    advice: "Use a public http or https address without a user name or password.",
  },
  rate_limited: {
    status: 429,
    message: "Too many requests. Please wait a moment, then try again.",
    retryable: true,
    advice: "Wait the number of seconds that the Retry-After header gives.",
  },
  sign_in_paused: {
    status: 429,
    message: "Too many wrong passwords. Signing in with a password is paused for this address.",
    retryable: true,
    advice:
      "Use a magic link or “Forgot password?”, or wait the number of seconds in the Retry-After header.",
  },
  too_many_failures: {
    status: 429,
    message: "Too many of your jobs failed today. New jobs are accepted again after midnight UTC.",
    retryable: true,
    advice:
      "Find out why the jobs fail: the dashboard shows the error of each. Wait the number of seconds that the Retry-After header gives. Larger plans allow more.",
  },
  key_quota_reached: {
    status: 429,
    message: "This public key has reached its daily credit limit.",
    retryable: true,
    advice: "The limit resets at midnight UTC. Larger plans have a higher limit.",
  },
  test_limit_reached: {
    status: 429,
    message: "You have used all of today's test jobs.",
    retryable: true,
    advice: "Wait the number of seconds that the Retry-After header gives.",
  },
  demo_limit_reached: {
    status: 429,
    message: "You have used all of today's free conversions. Register for free to convert more pages.",
    retryable: true,
    advice: "Register for credits of your own, or wait until midnight UTC.",
  },
  internal: {
    status: 500,
    message: "Something went wrong on our side. Please try again.",
    retryable: true,
    advice: "If the problem continues, contact us and include the X-Request-Id of the response.",
  },
  billing_unavailable: {
    status: 502,
    message: "The payment provider is not available at the moment. Please try again.",
    retryable: true,
    advice: "Try again in a moment. A retry never charges you twice.",
  },
  email_paused: {
    status: 503,
    message:
      "We cannot send more emails at the moment. A link that we have sent you in the last minutes still works.",
    retryable: true,
    advice: "Try again after the number of seconds that the Retry-After header gives.",
  },
  demo_unavailable: {
    status: 503,
    message: "The demo cannot convert more pages at the moment. Register for free to continue.",
    retryable: true,
    advice: "Register for credits of your own, or try again later.",
  },
  unavailable: {
    status: 503,
    message: "The service is temporarily unavailable. Please try again in a moment.",
    retryable: true,
    advice: "Try again after a few seconds.",
  },
} as const satisfies Record<string, ErrorEntry>;

export const ERRORS = { ...REQUEST_ERRORS, ...JOB_ERRORS } as const;

export type RequestErrorCode = keyof typeof REQUEST_ERRORS;
export type ErrorCode = keyof typeof ERRORS;
