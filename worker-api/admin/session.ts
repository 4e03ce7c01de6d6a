/** `/admin/session`: sign-in and sign-out of the operator. */
import { createRoute } from "@hono/zod-openapi";
import { AdminSignIn } from "#contract/admin.ts";
import { countGuess, forgetGuesses } from "#store/accounts/sign-in-guesses.ts";
import { ApiError } from "../http/api-error.ts";
import { jsonBody } from "../http/openapi-parts.ts";
import { clientAddress, limitSignIn } from "../http/rate-limit.ts";
import { router } from "../http/router.ts";
import { pauseError } from "../http/sign-in-pause.ts";
import { beginSession, endSession, isSecret } from "./operator.ts";

export const sessionRoutes = router();

sessionRoutes.openapi(
  createRoute({
    method: "post",
    path: "/session",
    hide: true,
    request: jsonBody(AdminSignIn),
    responses: { 204: { description: "Signed in: the cookie is set" } },
  }),
  async (c) => {
    const operatorFrom = clientAddress(c);
    await limitSignIn(c, "operator", operatorFrom);
    const now = Date.now();
    const guess = await countGuess(c.var.db, { operatorFrom }, now);
    if ("pausedUntil" in guess) {
      throw pauseError(
        guess.pausedUntil,
        now,
        (wait) => `Too many wrong secrets. Please try again in ${wait}.`,
      );
    }
    if (!isSecret(c, c.req.valid("json").secret)) {
      throw new ApiError("invalid_credentials", { message: "The secret is incorrect." });
    }
    await forgetGuesses(c.var.db, { operatorFrom });
    await beginSession(c);
    return c.body(null, 204);
  },
);

sessionRoutes.openapi(
  createRoute({
    method: "delete",
    path: "/session",
    hide: true,
    responses: { 204: { description: "Signed out" } },
  }),
  (c) => {
    endSession(c);
    return c.body(null, 204);
  },
);
