/** Maps Chromium's net errors (net/base/net_error_list.h) to the error codes of a job. */
import type { JobErrorCode } from "#contract/errors.ts";
import { PageFault } from "../fault/page-fault.ts";

const ENDED_EARLY = "The page's server ended its response before the page was complete.";
const INVALID = "The page's server sent an invalid response.";
const NO_TLS = "The browser and the page's server could not agree on a secure connection.";
const ASKS_CERTIFICATE = "The page's server asks for a client certificate.";
const CERTIFICATE_DATES = "The site's TLS certificate has expired, or is not valid yet.";
const CERTIFICATE_NAMES = "The site's TLS certificate is for another host name.";
const CERTIFICATE_ISSUER =
  "The site's TLS certificate is not from an authority that browsers trust, or the site leaves out an intermediate certificate.";
const PROXY_STATUS = "The page returned the error status 407.";

/** With a message where that of the code is not true. */
const BY_PATTERN: readonly [RegExp, JobErrorCode, string?][] = [
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|ERR_DNS_|ERR_ICANN_NAME_COLLISION/, "dns_failed"],
  [/ERR_(?:BAD_)?SSL_CLIENT_AUTH_/, "tls_failed", ASKS_CERTIFICATE],
  [/ERR_CERT_DATE_INVALID/, "tls_failed", CERTIFICATE_DATES],
  [/ERR_CERT_COMMON_NAME_INVALID/, "tls_failed", CERTIFICATE_NAMES],
  [/ERR_CERT_AUTHORITY_INVALID/, "tls_failed", CERTIFICATE_ISSUER],
  [/ERR_CERT_|ERR_SSL_.*CERT/, "tls_failed"],
  [/ERR_SSL_|ERR_ECH_/, "tls_failed", NO_TLS],
  [/TOO_MANY_REDIRECTS/, "redirect_loop"],
  [/UNSAFE_PORT|BLOCKED_BY_|ACCESS_DENIED|UNSAFE_REDIRECT/, "target_blocked"],
  [/HTTP_RESPONSE_CODE_FAILURE/, "http_error"],
  [/UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME/, "not_a_page"],
  [/ERR_TIMED_OUT/, "page_timeout"],
  [/UNEXPECTED_PROXY_AUTH/, "http_error", PROXY_STATUS],
  [/CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING/, "connection_failed", ENDED_EARLY],
  [/ERR_INVALID_|RESPONSE_HEADERS_|CONTENT_DECODING_/, "connection_failed", INVALID],
];

/** The fault of a navigation that failed with `errorText`, such as "net::ERR_CONNECTION_REFUSED". */
export function faultOfNetError(errorText: string): PageFault {
  const [, code, message] = BY_PATTERN.find(([pattern]) => pattern.test(errorText)) ?? [];
  return new PageFault(code ?? "connection_failed", "navigating", message);
}
