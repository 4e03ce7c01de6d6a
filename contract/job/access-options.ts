/** What the page's own server needs to let the browser in. Every value is a secret. */
import type { Group } from "./option.ts";

const MAX_CREDENTIAL_CHARS = 500;

export const ACCESS_OPTIONS = {
  headers: {
    kind: "map",
    maxItems: 50,
    minChars: 0,
    maxChars: 8_000,
    nameFormat: "headerName",
    format: "headerValue",
    secret: true,
    default: null,
    meaning:
      "Request headers for the page's own origin. No other server gets them, also not after a redirect.",
  },
  cookies: {
    kind: "list",
    maxItems: 50,
    item: {
      name: {
        kind: "text",
        maxChars: 250,
        format: "cookieName",
        required: true,
        default: null,
        meaning: "Name of the cookie.",
      },
      value: {
        kind: "text",
        minChars: 0,
        maxChars: 4_000,
        format: "cookieValue",
        required: true,
        secret: true,
        default: null,
        meaning: "Value of the cookie.",
      },
      domain: {
        kind: "text",
        maxChars: 253,
        default: null,
        fallback: "the page's host alone",
        meaning: "The page's host or a domain above it, whose other hosts then get the cookie too.",
      },
      path: {
        kind: "text",
        maxChars: 1_000,
        format: "cookiePath",
        default: "/",
        meaning: "Path below which the cookie is sent.",
      },
      secure: {
        kind: "flag",
        default: null,
        fallback: "true for an https address",
        meaning: "Send the cookie over https only.",
      },
    },
    default: null,
    meaning: "Cookies for the page's host, gone after the job.",
  },
  basicAuth: {
    username: {
      kind: "text",
      maxChars: MAX_CREDENTIAL_CHARS,
      format: "username",
      needs: "password",
      secret: true,
      default: null,
      label: "username",
      meaning: "User name for HTTP Basic authentication at the page's own origin.",
    },
    password: {
      kind: "text",
      minChars: 0,
      maxChars: MAX_CREDENTIAL_CHARS,
      needs: "username",
      secret: true,
      default: null,
      label: "password",
      meaning: "Password for HTTP Basic authentication.",
    },
  },
} as const satisfies Group;
