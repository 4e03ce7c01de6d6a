/** `GET /openapi.json`: the API's description, made from the schemas that validate. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "./http/app-env.ts";
import { SECURITY_SCHEMES } from "./http/openapi.ts";

const TAGS = [
  { name: "Jobs", description: "Web pages to PDFs and screenshots." },
  { name: "Files", description: "Results." },
  { name: "Widget", description: "What the button on a web page calls." },
  { name: "Sign-in", description: "Registration, sessions and mailed links." },
  { name: "User", description: "The account, its key, its plan and its use." },
  { name: "Public keys", description: "Keys of the widget." },
  { name: "Billing", description: "Plans and payment." },
  { name: "Service", description: "The service itself." },
];

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
      description:
        "Turns the address of a web page into a PDF or a screenshot. A job is created, rendered by a queue of browsers, and ends with a link to its file.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: c.env.PUBLIC_ORIGIN }],
    tags: TAGS,
  }));
}
