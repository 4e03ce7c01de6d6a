/** Requests that match no route: 405 with `Allow` if the address has other methods, else 404. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { NotFoundHandler } from "hono";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";
import { onError } from "./on-error.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function notFound(app: OpenAPIHono<AppEnv>): NotFoundHandler<AppEnv> {
  return (c) => {
    const allowed = METHODS.filter((method) =>
      app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
    );
    if (allowed.length === 0) return onError(new ApiError("not_found"), c);
    const methods = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method)).join(", ");
    c.header("Allow", methods);
    return onError(
      new ApiError("method_not_allowed", { message: `Method not allowed. Allowed here: ${methods}.` }),
      c,
    );
  };
}
