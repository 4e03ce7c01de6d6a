/** Every failure that a caller can meet: code → HTTP status, sentence, whether the same call can succeed later, what to do. */

interface ErrorEntry {
  /** Status of the HTTP answer; for the faults of a job, the one that `Prefer: wait` answers carry inside the job. */
  status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504;
  message: string;
  retryable: boolean;
  advice: string;
}

/** Refusals of a request. */
export const REQUEST_ERRORS = {
  invalid_json: {
    status: 400,
    message: "The body is not valid JSON.",
    retryable: false,
    advice: "Send a JSON object with Content-Type: application/json.",
  },
  invalid_request: {
    status: 400,
    message: "Some fields are not valid.",
    retryable: false,
    advice: "Read `details`: each entry names a field's path and what is wrong with it.",
  },
  invalid_signature: {
    status: 400,
    message: "The event's signature is not valid.",
    retryable: false,
    advice: "Check the webhook's signing secret and the clock; events older than five minutes are refused.",
  },
  unauthorized: {
    status: 401,
    message: "A valid API key is required.",
    retryable: false,
    advice: "Send your private key in the x-api-key header.",
  },
  session_required: {
    status: 401,
    message: "Please sign in.",
    retryable: false,
    advice: "Your session is missing or has ended; sign in again.",
  },
  invalid_credentials: {
    status: 401,
    message: "The email address or the password is wrong.",
    retryable: false,
    advice: "Check both, or reset the password.",
  },
  public_key_invalid: {
    status: 401,
    message: "This public key is not valid.",
    retryable: false,
    advice: "Copy the key from the Widget tab; a deleted key stops at once.",
  },
  wrong_password: {
    status: 403,
    message: "The current password is wrong.",
    retryable: false,
    advice: "Check it, or sign out and use “Forgot password?” to set a new one.",
  },
  invalid_token: {
    status: 401,
    message: "This link is no longer valid.",
    retryable: false,
    advice: "Links work once and for a short time; ask for a new one.",
  },
  credits_exhausted: {
    status: 402,
    message:
      "You have exceeded your monthly credit limit. Enable overage in Settings to continue using credits.",
    retryable: false,
    advice: "Enable overage, upgrade the plan, or wait for the period to reset.",
  },
  forbidden: {
    status: 403,
    message: "You may not do this.",
    retryable: false,
    advice: "Use the account that owns it.",
  },
  private_key_in_browser: {
    status: 403,
    message: "Private API keys are for servers; this request came from a web page.",
    retryable: false,
    advice: "Rotate this key if a page published it, and use a public key with the widget instead.",
  },
  origin_not_authorized: {
    status: 403,
    message: "This site is not authorized for the public key.",
    retryable: false,
    advice: "Add the page's domain to the key's authorized domains.",
  },
  target_not_authorized: {
    status: 403,
    message: "This public key converts pages of its authorized domains only.",
    retryable: false,
    advice: "Add the target's domain to the key, or allow other targets for it on the Widget tab.",
  },
  email_unverified: {
    status: 403,
    message: "Please verify your email to access your API key",
    retryable: false,
    advice: "Open the link in the verification mail, or have it sent again.",
  },
  plan_required: {
    status: 403,
    message: "Your plan does not include this.",
    retryable: false,
    advice: "Upgrade to Starter or Pro.",
  },
  not_found: {
    status: 404,
    message: "There is nothing here.",
    retryable: false,
    advice: "Check the address and the id; what belongs to another account is not shown.",
  },
  method_not_allowed: {
    status: 405,
    message: "This address does not answer that method.",
    retryable: false,
    advice: "The Allow header names the methods that work.",
  },
  job_processing: {
    status: 409,
    message: "The job is being rendered and can no longer be canceled.",
    retryable: true,
    advice: "Wait until it has finished, then delete it.",
  },
  idempotency_conflict: {
    status: 409,
    message: "This Idempotency-Key was used with another body.",
    retryable: false,
    advice: "Use a new key for a new request.",
  },
  subscription_exists: {
    status: 409,
    message: "Subscription exists",
    retryable: false,
    advice: "Reload; the plan can be changed in place.",
  },
  same_plan: {
    status: 409,
    message: "You are already on this plan.",
    retryable: false,
    advice: "Choose another plan.",
  },
  cannot_downgrade_to_free: {
    status: 409,
    message: "Cannot downgrade to free plan. Please cancel your subscription in Settings.",
    retryable: false,
    advice: "Cancel the subscription; access stays until the period ends.",
  },
  no_subscription: {
    status: 404,
    message: "There is no subscription.",
    retryable: false,
    advice: "Choose a plan first.",
  },
  payment_failed: {
    status: 402,
    message: "The payment did not go through.",
    retryable: true,
    advice: "Check the card in the billing portal, then try again.",
  },
  too_many_keys: {
    status: 409,
    message: "The account has as many public keys as it may have.",
    retryable: false,
    advice: "Delete a key that is no longer used.",
  },
  result_expired: {
    status: 410,
    message: "The result has expired and was deleted.",
    retryable: false,
    advice: "Create the job again.",
  },
  body_too_large: {
    status: 413,
    message: "The body is larger than 1 MB.",
    retryable: false,
    advice: "Send the address of the page, not its content.",
  },
  unsupported_media_type: {
    status: 415,
    message: "The body must be JSON.",
    retryable: false,
    advice: "Send Content-Type: application/json.",
  },
  blocked_target: {
    status: 422,
    message: "This address may not be rendered.",
    retryable: false,
    advice: "Only public http and https addresses without credentials can be rendered.",
  },
  rate_limited: {
    status: 429,
    message: "Too many requests.",
    retryable: true,
    advice: "Wait for the seconds in Retry-After.",
  },
  key_quota_reached: {
    status: 429,
    message: "This public key has spent its share of the credits for today.",
    retryable: true,
    advice: "It works again after midnight UTC; a larger plan has a larger share.",
  },
  internal: {
    status: 500,
    message: "Something went wrong on our side.",
    retryable: true,
    advice: "Try again; if it stays, write to us with the X-Request-Id.",
  },
  billing_unavailable: {
    status: 502,
    message: "The payment provider did not answer as expected.",
    retryable: true,
    advice: "Try again in a moment; nothing was charged twice.",
  },
  unavailable: {
    status: 503,
    message: "The service is not available at the moment.",
    retryable: true,
    advice: "Try again in a moment.",
  },
} as const satisfies Record<string, ErrorEntry>;

/** Ends of a job. The credit is given back for each of them. */
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
    advice: "Check that the site is up and open to the public.",
  },
  tls_failed: {
    status: 422,
    message: "The page's certificate is not valid.",
    retryable: false,
    advice: "Mend the certificate, or use the right host name.",
  },
  redirect_loop: {
    status: 422,
    message: "The page redirects in a loop.",
    retryable: false,
    advice: "Check the site's redirects; some sites loop without cookies.",
  },
  http_error: {
    status: 422,
    message: "The page answered with an error status.",
    retryable: true,
    advice: "Make sure that the address opens without signing in.",
  },
  bot_challenge: {
    status: 422,
    message: "The site answered with a bot check in the place of the page.",
    retryable: false,
    advice: "If the site is yours, let our browser pass its bot protection; the guide to rendering says how.",
  },
  login_required: {
    status: 422,
    message: "The site asks for a login in the place of the page.",
    retryable: false,
    advice: "Give an address that opens without signing in, such as a share link.",
  },
  consent_required: {
    status: 422,
    message: "The site asks for consent in the place of the page.",
    retryable: false,
    advice: "Give an address that opens in a private window without a question first.",
  },
  geo_blocked: {
    status: 422,
    message: "The site does not show the page in the country that our browser calls from.",
    retryable: false,
    advice: "If the site is yours, let our browser pass its country rules.",
  },
  javascript_required: {
    status: 422,
    message: "The page says that it needs JavaScript, although JavaScript is on.",
    retryable: true,
    advice: "Check that the page's scripts load without cookies and from any address.",
  },
  not_a_page: {
    status: 422,
    message: "The address is a download, not a page.",
    retryable: false,
    advice: "Give the address of an HTML page, an image, or for PDF jobs a PDF.",
  },
  unreadable_pdf: {
    status: 422,
    message: "The address is a PDF that cannot be read.",
    retryable: false,
    advice: "The file is damaged or protected by a password; give an open one.",
  },
  empty_page: {
    status: 422,
    message: "The page stayed empty.",
    retryable: true,
    advice: "Check that the page shows something without cookies or signing in.",
  },
  page_crashed: {
    status: 422,
    message: "The page crashed the browser tab.",
    retryable: true,
    advice: "The page needs more memory than a tab has; try a simpler page.",
  },
  page_timeout: {
    status: 504,
    message: "The page did not answer in time.",
    retryable: true,
    advice: "Check how long the page takes in a browser.",
  },
  print_timeout: {
    status: 504,
    message: "The page could not be laid out for printing in time.",
    retryable: true,
    advice: "Try a screenshot, or another format.",
  },
  capture_failed: {
    status: 502,
    message: "The browser did not give a whole picture of the page.",
    retryable: true,
    advice: "Try again, or another image type.",
  },
  page_too_tall: {
    status: 422,
    message: "The page is taller than a screenshot may be.",
    retryable: false,
    advice: "Set fullPage to false, or make a PDF.",
  },
  image_type_too_small: {
    status: 422,
    message: "The page is taller than this image type can hold.",
    retryable: false,
    advice: "Use png, or jpeg up to 65,535 px.",
  },
  result_too_large: {
    status: 422,
    message: "The result is larger than the service stores.",
    retryable: false,
    advice: "Use jpeg, a smaller viewport, or fullPage: false.",
  },
  target_blocked: {
    status: 422,
    message: "The page led to an address that may not be rendered.",
    retryable: false,
    advice: "Only public addresses can be rendered; redirects into private networks are refused.",
  },
  service_unavailable: {
    status: 503,
    message: "No browser could finish the job.",
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
