/** `GET /files/{id}`: the stored result, for a signed link. */

import { resultKey } from "#store/results.ts";
import { ApiError } from "../http/api-error.ts";
import { router } from "../http/router.ts";
import { opensFile } from "./link.ts";

export const fileRoutes = router();

fileRoutes.get("/:id", async (c) => {
  const id = c.req.param("id");
  if (!(await opensFile(c.env, id, c.req.query("token") ?? ""))) throw new ApiError("unauthorized");
  const object = await c.env.RESULTS.get(resultKey(id));
  if (!object) throw new ApiError("result_expired");
  const headers = new Headers({
    "Content-Length": String(object.size),
    "Cache-Control": "private, no-store",
  });
  object.writeHttpMetadata(headers);
  return new Response(object.body, { headers });
});
