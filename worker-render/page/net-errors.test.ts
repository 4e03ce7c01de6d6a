import { expect, test } from "vitest";
import { JOB_ERRORS } from "#contract/errors.ts";
import { faultOfNetError } from "./net-errors.ts";

test.for([
  ["net::ERR_NAME_NOT_RESOLVED", "dns_failed"],
  ["net::ERR_DNS_TIMED_OUT", "dns_failed"],
  ["net::ERR_CONNECTION_REFUSED", "connection_failed"],
  ["net::ERR_CONNECTION_RESET", "connection_failed"],
  ["net::ERR_EMPTY_RESPONSE", "connection_failed"],
  ["net::ERR_HTTP2_PROTOCOL_ERROR", "connection_failed"],
  ["net::ERR_CERT_REVOKED", "tls_failed"],
  ["net::ERR_SSL_SERVER_CERT_BAD_FORMAT", "tls_failed"],
  ["net::ERR_TOO_MANY_REDIRECTS", "redirect_loop"],
  ["net::ERR_UNSAFE_PORT", "target_blocked"],
  ["net::ERR_BLOCKED_BY_CLIENT", "target_blocked"],
  ["net::ERR_TIMED_OUT", "page_timeout"],
  ["net::ERR_UNKNOWN_URL_SCHEME", "not_a_page"],
  ["net::ERR_SOMETHING_NEW", "connection_failed"],
] as const)("%s is %s", ([errorText, code]) => {
  expect(faultOfNetError(errorText)).toMatchObject({ code, message: JOB_ERRORS[code].message });
});

test.for([
  ["net::ERR_CONTENT_LENGTH_MISMATCH", "connection_failed", /ended its response/],
  ["net::ERR_INCOMPLETE_CHUNKED_ENCODING", "connection_failed", /ended its response/],
  ["net::ERR_CONTENT_DECODING_FAILED", "connection_failed", /invalid response/],
  ["net::ERR_INVALID_REDIRECT", "connection_failed", /invalid response/],
  ["net::ERR_RESPONSE_HEADERS_TOO_BIG", "connection_failed", /invalid response/],
  ["net::ERR_CERT_DATE_INVALID", "tls_failed", /has expired/],
  ["net::ERR_CERT_COMMON_NAME_INVALID", "tls_failed", /another host name/],
  ["net::ERR_CERT_AUTHORITY_INVALID", "tls_failed", /intermediate certificate/],
  ["net::ERR_SSL_PROTOCOL_ERROR", "tls_failed", /secure connection/],
  ["net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH", "tls_failed", /secure connection/],
  ["net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED", "tls_failed", /client certificate/],
  ["net::ERR_BAD_SSL_CLIENT_AUTH_CERT", "tls_failed", /client certificate/],
  ["net::ERR_UNEXPECTED_PROXY_AUTH", "http_error", /407/],
] as const)("%s is %s with a message of its own", ([errorText, code, message]) => {
  expect(faultOfNetError(errorText)).toMatchObject({ code, message: expect.stringMatching(message) });
});
