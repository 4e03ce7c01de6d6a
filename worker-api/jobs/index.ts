/** `/jobs`: create, list, read, cancel or delete. */
import { createRoute } from "@hono/zod-openapi";
import { JobRequest } from "#contract/job/request.ts";
import { isFinal, JOB_MESSAGES } from "#contract/job/state.ts";
import { JobCreated, JobDeletion, JobList, JobsDeleted, JobView } from "#contract/job/view.ts";
import { recordEnd } from "#metrics/record-end.ts";
import { cancel, type JobRow, markResultDeleted } from "#store/jobs/jobs.ts";
import { countJobs, listJobs } from "#store/jobs/list.ts";
import { deleteResults } from "#store/jobs/results.ts";
import { fromStorage } from "../files/storage.ts";
import { ApiError } from "../http/api-error.ts";
import { writeCursor } from "../http/cursor.ts";
import { creditsOf } from "../http/limit-headers.ts";
import {
  callerSecurity,
  FILE_CONTENT,
  jsonBody,
  LimitHeaders,
  RANGE_CONDITIONS,
  type RawContent,
  refusal,
} from "../http/openapi-parts.ts";
import { requireCaller } from "../http/require-caller.ts";
import { requireJob } from "../http/require-job.ts";
import { requireJson } from "../http/require-json.ts";
import { router } from "../http/router.ts";
import { createJob } from "./create.ts";
import { deleteJobs } from "./delete.ts";
import { dropFromQueue } from "./drop-from-queue.ts";
import { forgetHtml, limitJobBody } from "./limit-job-body.ts";
import { deleteInput } from "./page.ts";
import { preferredWait } from "./prefer.ts";
import { respondWithJob, respondWithUnfinished, viewOwn } from "./respond-with-job.ts";
import { CREATE_HEADERS, JobId, ListQuery, READ_HEADERS } from "./schemas.ts";
import { linkSecondsOf, viewJob } from "./view.ts";
import { untilSettled } from "./wait.ts";

export const jobRoutes = router();

jobRoutes.use(requireCaller, limitJobBody, requireJson);

const tags = ["Jobs"];
const jobResponse = { headers: LimitHeaders, content: { "application/json": { schema: JobView } } };
const jobOrFileContent: RawContent = { ...FILE_CONTENT, ...jobResponse.content };
const jobOrFile = { headers: LimitHeaders, content: jobOrFileContent };

jobRoutes.openapi(
  createRoute({
    tags,
    security: callerSecurity("POST /jobs"),
    method: "post",
    path: "/",
    operationId: "createJob",
    summary: "Create a job",
    parameters: CREATE_HEADERS,
    description: "Uses 1 credit. The credit is refunded if the job fails or is canceled.",
    request: {
      body: { required: true, content: { "application/json": { schema: JobRequest } } },
    },
    responses: {
      200: { description: "With `Prefer: wait`: the finished job", ...jobOrFile },
      202: {
        description: "The job is created and queued",
        headers: LimitHeaders,
        content: { "application/json": { schema: JobCreated } },
      },
      default: refusal(
        "invalid_json",
        "invalid_request",
        "unauthorized",
        "credits_exhausted",
        "spending_cap_reached",
        "key_ceiling_reached",
        "missing_scope",
        "private_key_in_browser",
        "email_unverified",
        "not_found",
        "idempotency_conflict",
        "result_expired",
        "body_too_large",
        "unsupported_media_type",
        "blocked_target",
        "rate_limited",
        "too_many_failures",
        "test_limit_reached",
        "internal",
      ),
    },
  }),
  async (c) => {
    const waitSeconds = preferredWait(c.req.header("prefer"));
    const idempotencyKey = c.req.header("idempotency-key");
    const { owner } = c.var;
    const keyId = "key" in owner ? owner.key.id : null;
    const source = keyId === null ? "dashboard" : "api";
    let settled: Promise<JobRow | null> | null = null;
    const created = await createJob(
      c,
      { owner, keyId, source, mayUseOverage: true, request: c.req.valid("json"), idempotencyKey },
      (job) => {
        // Starts to wait before the job is in the queue, so that its end cannot be missed.
        if (waitSeconds !== null) settled = untilSettled(c, job, waitSeconds);
      },
    );
    forgetHtml(c);
    const { jobId, replayed } = created;
    c.header("Location", `/api/v1/jobs/${jobId}`);
    if (replayed) c.header("Idempotency-Replayed", "true");
    if (waitSeconds !== null) {
      if (replayed && !isFinal(created.status)) {
        settled = untilSettled(c, { jobId, accountId: created.usage.accountId }, waitSeconds);
      }
      const job = (await settled) ?? (await requireJob(c, jobId));
      if (isFinal(job.status)) return respondWithJob(c, job);
    }
    const { status, usage } = created;
    return c.json({ jobId, status, message: JOB_MESSAGES[status], credits: creditsOf(usage) }, 202);
  },
);

jobRoutes.openapi(
  createRoute({
    tags,
    security: callerSecurity("GET /jobs"),
    method: "get",
    path: "/",
    operationId: "listJobs",
    summary: "List jobs, newest first",
    description: "Results are always links, also for jobs with the response type `buffer`.",
    request: { query: ListQuery },
    responses: {
      200: {
        description: "One page of jobs. `nextCursor` is null on the last page",
        headers: LimitHeaders,
        content: { "application/json": { schema: JobList } },
      },
      default: refusal("invalid_request", "unauthorized", "missing_scope", "rate_limited"),
    },
  }),
  async (c) => {
    const { limit, cursor, total, ...filter } = c.req.valid("query");
    const rows = await listJobs(c.var.db, { owner: c.var.owner, ...filter, after: cursor, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const view = { linkSeconds: linkSecondsOf(c.var.owner), linkOnly: true };
    const jobs = await Promise.all(page.map((job) => viewJob(c.env, job, view)));
    const counted = total === "true" && {
      total: await countJobs(c.var.db, { owner: c.var.owner, ...filter }),
    };
    return c.json({ jobs, nextCursor: last ? writeCursor(last) : null, ...counted }, 200);
  },
);

jobRoutes.openapi(
  createRoute({
    tags,
    security: callerSecurity("GET /jobs/{id}"),
    method: "get",
    path: "/{id}",
    operationId: "getJob",
    summary: "Read a job",
    parameters: READ_HEADERS,
    request: { params: JobId },
    responses: {
      200: { description: "The job", ...jobOrFile },
      202: {
        description:
          "With `Prefer: wait`, or `Accept` with the file's type: the job, which has not finished in time",
        ...jobResponse,
      },
      206: { description: "The requested byte range of the file", content: FILE_CONTENT },
      ...RANGE_CONDITIONS,
      default: refusal("unauthorized", "missing_scope", "not_found", "result_expired", "rate_limited"),
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const waitSeconds = preferredWait(c.req.header("prefer"));
    const job = await requireJob(c, id);
    if (isFinal(job.status)) return respondWithJob(c, job);
    if (waitSeconds === null) return respondWithUnfinished(c, job);
    const latest =
      (await untilSettled(c, { jobId: id, accountId: job.accountId }, waitSeconds)) ??
      (await requireJob(c, id));
    return isFinal(latest.status) ? respondWithJob(c, latest) : c.json(await viewOwn(c, latest), 202);
  },
);

jobRoutes.openapi(
  createRoute({
    tags,
    security: callerSecurity("DELETE /jobs/{id}"),
    method: "delete",
    path: "/{id}",
    operationId: "deleteJob",
    summary: "Cancel a pending job, or delete the result of a finished job",
    description: "Canceling a job refunds its credit. The job itself stays in the list.",
    request: { params: JobId },
    responses: {
      200: { description: "The updated job", ...jobResponse },
      default: refusal("unauthorized", "missing_scope", "not_found", "job_processing", "rate_limited"),
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const { db, owner } = c.var;
    const now = Date.now();
    const canceled = await cancel(db, owner, id, now);
    const job = await requireJob(c, id);
    if (canceled) {
      recordEnd(c.env.METRICS, job, { outcome: "canceled" }, now);
      c.executionCtx.waitUntil(dropFromQueue(c, job));
      if (job.input !== "url") c.executionCtx.waitUntil(deleteInput(c.env, id));
    }
    if (job.status === "processing") throw new ApiError("job_processing");
    if (job.status === "completed" && job.resultDeletedAt === null) {
      await fromStorage(() => deleteResults(c.env.RESULTS, [job]));
      await markResultDeleted(db, owner, id, Date.now());
      return c.json(await viewOwn(c, await requireJob(c, id)), 200);
    }
    return c.json(await viewOwn(c, job), 200);
  },
);

jobRoutes.openapi(
  createRoute({
    tags,
    security: callerSecurity("POST /jobs/delete"),
    method: "post",
    path: "/delete",
    operationId: "deleteJobs",
    summary: "Delete jobs with their files",
    description:
      "Pending jobs are canceled, which refunds their credit. A deleted job is in no list and cannot be read any more. The usage history still counts it. IDs that do not exist are left out of the response.",
    request: jsonBody(JobDeletion),
    responses: {
      200: {
        description: "Which of the jobs are deleted",
        headers: LimitHeaders,
        content: { "application/json": { schema: JobsDeleted } },
      },
      default: refusal(
        "invalid_json",
        "invalid_request",
        "unauthorized",
        "missing_scope",
        "unsupported_media_type",
        "rate_limited",
      ),
    },
  }),
  async (c) => c.json(await deleteJobs(c, c.req.valid("json").ids), 200),
);
