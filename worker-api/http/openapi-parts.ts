/** Parts of the API's description that many routes share. */
import { z } from "@hono/zod-openapi";
import { KEY_CALLS, type KeyCall } from "#contract/api-keys.ts";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { CONTENT_TYPES } from "#contract/job/values.ts";
import { ErrorBody } from "#contract/job/view.ts";

/** Security schemes by name, as `security` of a route refers to them. */
export const SECURITY_SCHEMES = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description:
      "A private API key of the account (`sk_live_…`, `sk_test_…`). Each operation names the scope that the key needs. Use it only on servers: requests from web pages are rejected.",
  },
  Session: {
    type: "http",
    scheme: "bearer",
    description: "The session token that sign-in returns.",
  },
  JobToken: {
    type: "http",
    scheme: "bearer",
    description:
      "The token that the widget receives when it creates a job. It gives access to this job only.",
  },
} as const;

export const SESSION_SECURITY: Record<string, string[]>[] = [{ Session: [] }];

/** An API key with the call's scope, or a session. */
export function callerSecurity(call: KeyCall): Record<string, string[]>[] {
  return [{ ApiKey: [KEY_CALLS[call]] }, { Session: [] }];
}

/** The `default` response of a route: the error body, and the codes to expect. */
export function refusal(...codes: ErrorCode[]) {
  return {
    description: codes
      .map((code) => `\`${code}\` (${ERRORS[code].status}): ${ERRORS[code].message} ${ERRORS[code].advice}`)
      .join("\n\n"),
    // For programs that read the description: the documentation's tables.
    "x-codes": codes,
    content: { "application/json": { schema: ErrorBody } },
  };
}

/** `request` of a route that takes a JSON body. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { "application/json": { schema } } } };
}

/** `request` of a route that also works without a body; with `allowNoBody`. */
export function optionalJsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: false, content: { "application/json": { schema } } } };
}

/** A response whose body is JSON. */
export function response<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } };
}

/** Media types of a response whose type the route does not check: it is no `c.json`, or not always. */
export type RawContent = Record<string, { schema: z.ZodType }>;

/** A result's bytes as a response. */
export const FILE_CONTENT: RawContent = Object.fromEntries(
  Object.values(CONTENT_TYPES).map((type) => [type, { schema: z.string().meta({ format: "binary" }) }]),
);

/** Empty responses instead of a file: the client has it, or asked for another version of it. */
export const FILE_CONDITIONS = {
  304: { description: "The file has not changed since the given ETag" },
  412: { description: "The file is not the version that `If-Match` names" },
} as const;

/** Also for a file whose ranges can be read. */
export const RANGE_CONDITIONS = {
  ...FILE_CONDITIONS,
  416: { description: "The requested range is outside the file" },
} as const;

/** Headers of responses to API keys, as http/limit-headers.ts sets them. */
export const LimitHeaders = z.object({
  "RateLimit-Policy": z.string().meta({
    description: "Number of requests (q) allowed in a sliding window of w seconds",
    example: '"minute";q=10;w=60',
  }),
  RateLimit: z.string().meta({
    description: "Requests left (r), and seconds (t) until one more request is allowed",
    example: '"minute";r=8;t=42',
  }),
  "X-Credits-Used": z.string().meta({ description: "Credits used in this period", example: "12" }),
  "X-Credits-Remaining": z.string().meta({ description: "Credits remaining in this period", example: "288" }),
  "X-Credits-Limit": z.string().meta({ description: "Monthly credits of the plan", example: "300" }),
});
