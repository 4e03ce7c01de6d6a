/** `GET /files/{id}` and its thumbnail: the stored files of a job, for a signed link or for the job's owner. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { LIMITS } from "#contract/limits.ts";
import { type JobRow, readLinkedJob } from "#store/jobs/jobs.ts";
import { shardOfId } from "#store/secrets/ids.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import {
  callerSecurity,
  FILE_CONDITIONS,
  FILE_CONTENT,
  RANGE_CONDITIONS,
  refusal,
} from "../http/openapi-parts.ts";
import { requireCaller } from "../http/require-caller.ts";
import { requireJob } from "../http/require-job.ts";
import { router } from "../http/router.ts";
import { enterShard } from "../http/shard.ts";
import { type LinkedFile, opensFile } from "./link.ts";
import { respondWithFile } from "./respond-with-file.ts";
import { respondWithThumbnail } from "./respond-with-thumbnail.ts";

export const fileRoutes = router();

/**
 * A signed link works from any page and needs no other authentication. Without a token, the caller must authenticate.
 */
function requireAccess(file: LinkedFile) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const token = c.req.query("token");
    if (token === undefined) return requireCaller(c, next);
    if (!(await opensFile(c.env, c.req.param("id") ?? "", token, file))) throw new ApiError("invalid_token");
    await next();
    c.res.headers.set("Access-Control-Allow-Origin", "*");
    c.res.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  });
}

fileRoutes.use("/:id", requireAccess("file"));
fileRoutes.use("/:id/thumbnail", requireAccess("thumbnail"));

async function readJob(c: Context<AppEnv>, id: string, token: string | undefined): Promise<JobRow> {
  if (token === undefined) return requireJob(c, id);
  const job = enterShard(c, shardOfId(id)) && (await readLinkedJob(c.var.db, id));
  if (!job) throw new ApiError("not_found");
  return job;
}

const params = z.object({ id: z.string().meta({ description: "ID of the job" }) });
const token = z.string().optional().meta({ description: "Token from the link" });
const REFUSALS = refusal(
  "invalid_request",
  "unauthorized",
  "invalid_token",
  "missing_scope",
  "not_found",
  "result_expired",
  "rate_limited",
);

fileRoutes.openapi(
  createRoute({
    method: "get",
    path: "/{id}",
    tags: ["Files"],
    operationId: "downloadFile",
    summary: "Download a result",
    description: `The link in \`result.url\` contains a token that needs no API key. It is valid for ${LIMITS.linkSeconds / 60} minutes, or ${LIMITS.pageLinkSeconds / 60} minutes if a session or a button has read the job. Without a token, send the account's API key or session. Supports range requests and revalidation by \`ETag\`.`,
    security: [{}, ...callerSecurity("GET /files/{id}")],
    request: {
      params,
      query: z.object({
        token,
        download: z
          .literal("1")
          .optional()
          .meta({ description: "Download the file instead of displaying it" }),
      }),
    },
    responses: {
      200: {
        description: "The file",
        content: FILE_CONTENT,
      },
      206: { description: "The requested byte range", content: FILE_CONTENT },
      ...RANGE_CONDITIONS,
      default: REFUSALS,
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const { token, download } = c.req.valid("query");
    return respondWithFile(c, await readJob(c, id, token), download ? "attachment" : "inline");
  },
);

fileRoutes.openapi(
  createRoute({
    method: "get",
    path: "/{id}/thumbnail",
    tags: ["Files"],
    operationId: "downloadThumbnail",
    summary: "Download the thumbnail of a screenshot",
    description:
      "Exists if the job has the option `thumbnail`. The link in `result.thumbnailUrl` contains a token that opens only the thumbnail, and expires with the one in `result.url`.",
    security: [{}, ...callerSecurity("GET /files/{id}/thumbnail")],
    request: { params, query: z.object({ token }) },
    responses: {
      200: {
        description: "The thumbnail",
        content: { "image/webp": { schema: { type: "string", format: "binary" } } },
      },
      ...FILE_CONDITIONS,
      default: REFUSALS,
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    return respondWithThumbnail(c, await readJob(c, id, c.req.valid("query").token));
  },
);
