/** Maps Chromium's net errors (net/base/net_error_list.h) to the error codes of a job. */
import type { JobErrorCode } from "#contract/errors.ts";

const BY_PATTERN: readonly [RegExp, JobErrorCode][] = [
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|ERR_DNS_|ERR_ICANN_NAME_COLLISION/, "dns_failed"],
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL|ERR_ECH_/, "tls_failed"],
  [/TOO_MANY_REDIRECTS/, "redirect_loop"],
  [/UNSAFE_PORT|BLOCKED_BY_|ACCESS_DENIED|UNSAFE_REDIRECT/, "target_blocked"],
  [/HTTP_RESPONSE_CODE_FAILURE/, "http_error"],
  [/UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME/, "not_a_page"],
  [/ERR_TIMED_OUT/, "page_timeout"],
];

/** The code for a navigation that failed with `errorText`, such as "net::ERR_CONNECTION_REFUSED". */
export function codeOfNetError(errorText: string): JobErrorCode {
  return BY_PATTERN.find(([pattern]) => pattern.test(errorText))?.[1] ?? "connection_failed";
}
