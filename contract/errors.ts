/** Every error of the API: code → HTTP status, what happened, whether a retry can succeed, what to do. */

interface ErrorEntry {
  /** HTTP status of the response. For a failed job: the status when the client asked for the file itself. */
  status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504;
  message: string;
  retryable: boolean;
  advice: string;
}

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
  email_unverified: {
    status: 403,
    message: "Please verify your email to access your API key",
    retryable: false,
    advice: "Open the link in the verification email. You can send the email again from the dashboard.",
  },
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
      "Bodies are limited to 1 MB. Only the HTML of a job may be larger, by your plan: make it smaller, for example with images that have addresses, or upgrade.",
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
    message: "You have used your test jobs of today.",
    retryable: true,
    advice: "Wait the number of seconds that the Retry-After header gives.",
  },
  demo_limit_reached: {
    status: 429,
    message: "You have used your free conversions of today. Register for free to convert more pages.",
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

/** Errors of a failed job. Each of them refunds the credit. */
export const JOB_ERRORS = {
  dns_failed: {
    status: 422,
    message: "The page's host name could not be found.",
    retryable: false,
    advice: "Check the spelling of the address.",
  },
  connection_failed: {
    status: 422,
    message: "The page's server refused or dropped the connection.",
    retryable: true,
    advice: "Check that the site is online and open to the public.",
  },
  tls_failed: {
    status: 422,
    message: "The site's TLS certificate is not valid.",
    retryable: false,
    advice: "Fix the site's TLS certificate, or use the host name that the certificate is for.",
  },
  redirect_loop: {
    status: 422,
    message: "The page redirects in a loop.",
    retryable: false,
    advice: "Check the site's redirects. Some sites redirect in a loop when cookies are missing.",
  },
  http_error: {
    status: 422,
    message: "The page returned an error status.",
    retryable: true,
    advice: "Check that the page opens in a private browser window without signing in.",
  },
  bot_challenge: {
    status: 422,
    message: "The site showed a bot check instead of the page.",
    retryable: false,
    advice:
      "If the site is yours, allow our browser in its bot protection. The rendering guide explains how.",
  },
  login_required: {
    status: 422,
    message: "The site asks for a login before it shows the page.",
    retryable: false,
    advice: "Use an address that opens without signing in, such as a share link.",
  },
  consent_required: {
    status: 422,
    message: "The site asks for consent before it shows the page.",
    retryable: false,
    advice: "Use an address that opens in a private browser window without a consent question.",
  },
  geo_blocked: {
    status: 422,
    message: "The site does not show the page in the country that our browser connects from.",
    retryable: false,
    advice: "If the site is yours, allow our browser in its country rules.",
  },
  javascript_required: {
    status: 422,
    message: "The page reports that JavaScript is off, although it is on.",
    retryable: true,
    advice: "Check that the page's scripts load without cookies and from any network.",
  },
  not_a_page: {
    status: 422,
    message: "The address is a download, not a page.",
    retryable: false,
    advice: "Use the address of an HTML page or an image. PDF jobs also accept the address of a PDF.",
  },
  unreadable_pdf: {
    status: 422,
    message: "The PDF at this address cannot be read.",
    retryable: false,
    advice: "Check that the file is not damaged and opens without a password.",
  },
  empty_page: {
    status: 422,
    message: "The page stayed empty.",
    retryable: true,
    advice: "Check that the page shows content without cookies and without signing in.",
  },
  invalid_selector: {
    status: 422,
    message: "The browser does not understand a CSS selector of the job.",
    retryable: false,
    advice: "Correct the selector that the message names. Try it in a browser with document.querySelector().",
  },
  wait_failed: {
    status: 422,
    message: "What the job waits for did not come in time.",
    retryable: true,
    advice:
      "Check the selector or function that the message names. With bestAttempt, the page is captured all the same.",
  },
  js_failed: {
    status: 422,
    message: "A script of the option js failed.",
    retryable: true,
    advice: "Correct the error that the message names. With bestAttempt, the page is captured all the same.",
  },
  resource_failed: {
    status: 422,
    message: "A resource of the page did not load.",
    retryable: true,
    advice: "Check the address that the message names, or leave resources out of failOn.",
  },
  console_error: {
    status: 422,
    message: "A script of the page reported an error.",
    retryable: true,
    advice: "Correct the error that the message names, or leave console out of failOn.",
  },
  page_ranges_empty: {
    status: 422,
    message: "The document has none of the pages in pageRanges.",
    retryable: false,
    advice: "Select pages that the document has, or leave pageRanges out.",
  },
  watermark_failed: {
    status: 422,
    message: "The watermark could not be drawn over the page.",
    retryable: false,
    advice: "Check that the image opens in a browser, or use a text.",
  },
  page_crashed: {
    status: 422,
    message: "The page crashed the browser tab.",
    retryable: true,
    advice: "The page may need too much memory. Try a simpler page.",
  },
  page_timeout: {
    status: 504,
    message: "The page took too long to load.",
    retryable: true,
    advice: "Check how long the page takes to load in a browser, then try again.",
  },
  print_timeout: {
    status: 504,
    message: "The page took too long to lay out for printing.",
    retryable: true,
    advice: "Try a screenshot, or a different paper format.",
  },
  clip_outside_page: {
    status: 422,
    message: "The clip is not inside the page.",
    retryable: false,
    advice: "Choose a clip inside the page. The message has the size of the page.",
  },
  capture_failed: {
    status: 502,
    message: "The browser could not capture the whole page.",
    retryable: true,
    advice: "Try again, or use a different image type.",
  },
  page_too_tall: {
    status: 422,
    message: "The page is too tall for a screenshot.",
    retryable: false,
    advice: "Set fullPageMaxHeight or a smaller deviceScaleFactor, set fullPage to false, or create a PDF.",
  },
  image_type_too_small: {
    status: 422,
    message: "The page is too tall for this image type.",
    retryable: false,
    advice: "Use PNG, or JPEG for pages up to 65,535 px tall.",
  },
  result_too_large: {
    status: 422,
    message: "The result is larger than the maximum file size.",
    retryable: false,
    advice: "For a screenshot, use JPEG, a smaller viewport, or set fullPage to false.",
  },
  target_blocked: {
    status: 422,
    message: "The page led to an address that cannot be opened.",
    retryable: false,
    advice: "Use a page on the public internet that does not redirect to a private network.",
  },
  service_unavailable: {
    status: 503,
    message: "The job could not be finished because of a problem on our side.",
    retryable: true,
    advice: "Create the job again in a moment.",
  },
} as const satisfies Record<string, ErrorEntry>;

export const ERRORS = { ...REQUEST_ERRORS, ...JOB_ERRORS } as const;

export type RequestErrorCode = keyof typeof REQUEST_ERRORS;
export type JobErrorCode = keyof typeof JOB_ERRORS;
export type ErrorCode = keyof typeof ERRORS;

export function isJobErrorCode(code: string): code is JobErrorCode {
  return code in JOB_ERRORS;
}

/** Whether a job failed because of us, and not because of its page or its options. */
export function isOurFault(code: JobErrorCode): boolean {
  return code === "service_unavailable";
}
