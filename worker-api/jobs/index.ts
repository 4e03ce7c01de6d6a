/** `/jobs`: create, read, cancel or delete. */
import { createRoute, z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { JobRequest, resolveOptions } from "#contract/job-request.ts";
import { JOB_MESSAGES } from "#contract/job-state.ts";
import { ErrorBody, JobCreated, JobView } from "#contract/job-view.ts";
import { LIMITS } from "#contract/limits.ts";
import type { JobMessage } from "#contract/scheduler.ts";
import { admit } from "#store/admit.ts";
import { newId } from "#store/ids.ts";
import { cancel, readJob } from "#store/jobs.ts";
import { resultKey } from "#store/results.ts";
import { ApiError } from "../http/api-error.ts";
import { requireApiKey } from "../http/require-api-key.ts";
import { router } from "../http/router.ts";
import { viewJob } from "./view.ts";

const JobId = z.object({ id: z.string() });
const refusal = { description: "Refused", content: { "application/json": { schema: ErrorBody } } };

export const jobRoutes = router();

jobRoutes.use(
  bodyLimit({
    maxSize: LIMITS.bodyBytes,
    onError: () => {
      throw new ApiError("body_too_large");
    },
  }),
  requireApiKey,
);

jobRoutes.openapi(
  createRoute({
    method: "post",
    path: "/",
    summary: "Create a job",
    request: { body: { required: true, content: { "application/json": { schema: JobRequest } } } },
    responses: {
      202: { description: "Admitted", content: { "application/json": { schema: JobCreated } } },
      default: refusal,
    },
  }),
  async (c) => {
    const request = c.req.valid("json");
    const { accountId, tier, keyId } = c.var.account;
    const options = resolveOptions(request);
    const id = newId("job");
    const admitted = await admit(
      c.var.db,
      {
        id,
        accountId,
        source: "api",
        keyId,
        url: request.url,
        outputType: options.outputType,
        options: JSON.stringify(options),
        tier,
        requestId: c.var.requestId,
      },
      Date.now(),
    );
    if (!admitted) throw new ApiError("credits_exhausted");
    await c.env.JOBS.send({ v: 1, jobId: id } satisfies JobMessage);
    c.header("Location", `/api/v1/jobs/${id}`);
    return c.json({ jobId: id, status: "pending" as const, message: JOB_MESSAGES.pending }, 202);
  },
);

jobRoutes.openapi(
  createRoute({
    method: "get",
    path: "/{id}",
    summary: "Read a job",
    request: { params: JobId },
    responses: {
      200: { description: "The job", content: { "application/json": { schema: JobView } } },
      default: refusal,
    },
  }),
  async (c) => {
    const job = await readJob(c.var.db, c.var.account.accountId, c.req.valid("param").id);
    if (!job) throw new ApiError("not_found");
    return c.json(await viewJob(c.env, job), 200);
  },
);

jobRoutes.openapi(
  createRoute({
    method: "delete",
    path: "/{id}",
    summary: "Cancel a pending job, or delete a finished job's result",
    request: { params: JobId },
    responses: {
      200: { description: "The job", content: { "application/json": { schema: JobView } } },
      default: refusal,
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const { accountId } = c.var.account;
    await cancel(c.var.db, accountId, id, Date.now());
    const job = await readJob(c.var.db, accountId, id);
    if (!job) throw new ApiError("not_found");
    if (job.status === "processing") throw new ApiError("job_processing");
    if (job.status === "completed") await c.env.RESULTS.delete(resultKey(id));
    return c.json(await viewJob(c.env, job), 200);
  },
);
