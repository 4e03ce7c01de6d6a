/** A router whose failed validations all become `invalid_request`, with the path of each invalid field. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { ApiError } from "./api-error.ts";
import type { AppEnv } from "./app-env.ts";

export function router() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      throw new ApiError("invalid_request", {
        details: result.error.issues.flatMap((issue) =>
          issue.code === "unrecognized_keys"
            ? issue.keys.map((key) => ({
                path: [...issue.path, key].join("."),
                message: "is not a known field",
              }))
            : [{ path: issue.path.join("."), message: issue.message }],
        ),
      });
    },
  });
}
