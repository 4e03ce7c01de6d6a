/** `GET /demo`: the public key of this installation's live demo, when its operator has set one up. */
import { createRoute } from "@hono/zod-openapi";
import { Demo } from "#contract/account.ts";
import { response } from "./http/openapi-parts.ts";
import { router } from "./http/router.ts";

export const demoRoutes = router();

demoRoutes.openapi(
  createRoute({
    method: "get",
    path: "/",
    tags: ["Service"],
    summary: "Read the public key of the live demo",
    responses: { 200: response("The key, or null if the demo is not set up", Demo) },
  }),
  (c) => c.json({ public_key: c.env.DEMO_PUBLIC_KEY || null }, 200),
);
