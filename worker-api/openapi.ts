/** `GET /openapi.json`: the API's description, made from the schemas that validate. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import type { AppEnv } from "./http/app-env.ts";
import { SECURITY_SCHEMES } from "./http/openapi-parts.ts";

const TAGS = [
  { name: "Jobs", description: "Convert web pages to PDFs and screenshots." },
  { name: "Files", description: "Download results." },
  { name: "Widget", description: "Endpoints that the embedded button calls." },
  { name: "Sign-in", description: "Registration, sign-in sessions and emailed links." },
  { name: "User", description: "The account, its API key, its sessions and its usage." },
  { name: "Public keys", description: "Public keys for the widget." },
  { name: "Billing", description: "Plans, subscriptions and payments." },
  { name: "Service", description: "Status of the service." },
];

/** Codes that any call can return. Each operation names its others. */
const EVERYWHERE = [
  "invalid_json",
  "unauthorized",
  "session_required",
  "private_key_in_browser",
  "forbidden",
  "not_found",
  "body_too_large",
  "unsupported_media_type",
  "rate_limited",
  "internal",
  "unavailable",
] as const satisfies ErrorCode[];

const DESCRIPTION = `Converts web pages to PDFs, screenshots, Markdown and HTML files. Create a job with the address of a page; when the job is completed, it contains a link to the file.

An error has a code. Besides those that an operation names, any call can return ${EVERYWHERE.map((code) => `\`${code}\` (${ERRORS[code].status})`).join(", ")}.`;

/** Adds the route that describes all routes of `app`. */
export function describeApi(app: OpenAPIHono<AppEnv>): void {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  }
  app.doc31("/api/v1/openapi.json", (c) => ({
    openapi: "3.1.0",
    info: {
      title: "Platen",
      version: "1",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    // Operations that name no scheme need none.
    security: [],
    servers: [{ url: c.env.PUBLIC_ORIGIN }],
    tags: TAGS,
  }));
}
