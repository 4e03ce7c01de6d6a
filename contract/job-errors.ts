import type { ErrorEntry } from "./error-entry.ts";

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
    advice: "Fix the site's TLS certificate or settings, or use the host name that the certificate is for.",
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
    advice:
      "Use an address that opens without signing in, such as a share link. If the job signs in, check its password, headers and cookies.",
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
    message: "A condition that the job waits for was not met in time.",
    retryable: true,
    advice:
      "Check the selector or function that the message names. With bestAttempt, the page is captured anyway.",
  },
  js_failed: {
    status: 422,
    message: "A script of the option js failed.",
    retryable: true,
    advice: "Correct the error that the message names. With bestAttempt, the page is captured anyway.",
  },
  resource_failed: {
    status: 422,
    message: "A resource of the page did not load.",
    retryable: true,
    advice: "Check the address that the message names, or leave resources out of failOn.",
  },
  data_failed: {
    status: 422,
    message: "Data that the page's scripts requested did not come.",
    retryable: true,
    advice:
      "Check the address that the message names. If the page does without this data, leave data out of failOn.",
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
    advice: "Use PNG, or JPEG for pages up to 65,500 px tall.",
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

export type JobErrorCode = keyof typeof JOB_ERRORS;

export function isJobErrorCode(code: string): code is JobErrorCode {
  return code in JOB_ERRORS;
}

/** Whether a job failed because of us, and not because of its page or its options. */
export function isOurFault(code: JobErrorCode): boolean {
  return code === "service_unavailable";
}
