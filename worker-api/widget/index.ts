/**
 * `/widget`: the API of the button. A public key is not a secret, so the page's origin must be authorized, quotas limit
 * what a key can spend, and a token lets a visitor read only their own job.
 */
import { createRoute, z } from "@hono/zod-openapi";
import { ButtonRequest } from "#contract/job/request.ts";
import { JOB_MESSAGES } from "#contract/job/state.ts";
import { JobCreated, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { touchPublicKey } from "#store/keys/public-keys.ts";
import { limitBody } from "../http/limit-body.ts";
import { refusal } from "../http/openapi-parts.ts";
import { requireJson } from "../http/require-json.ts";
import { router } from "../http/router.ts";
import { createJob } from "../jobs/create.ts";
import { requireTarget } from "../jobs/target.ts";
import { viewJob } from "../jobs/view.ts";
import {
  admitJobsPage,
  admitPage,
  refuseControl,
  requireOwnTarget,
  requirePage,
  requireTokenHolder,
} from "./access.ts";
import { withinQuota } from "./quota.ts";
import { signJobToken } from "./token.ts";
import { respondToPreflight } from "./widget-cors.ts";

export const widgetRoutes = router();

widgetRoutes.use(async (c, next) => {
  c.header("Vary", "Origin");
  await next();
});

/** One route for both paths: Hono's fast router does not take routes that overlap. */
widgetRoutes.options("/:publicKey/:id", async (c, next) => {
  const { publicKey, id } = c.req.param();
  if (publicKey === "jobs") {
    await admitJobsPage(c);
    return respondToPreflight(c, "GET", "Authorization");
  }
  if (id !== "jobs") return next();
  await admitPage(c);
  return respondToPreflight(c, "POST", "Content-Type");
});

widgetRoutes.openapi(
  createRoute({
    method: "post",
    path: "/{publicKey}/jobs",
    tags: ["Widget"],
    operationId: "createWidgetJob",
    summary: "Create a job from a web page",
    description:
      "Called by the widget. The Origin header must match an authorized domain of the key. Uses 1 credit of the account, the same as an API request.",
    middleware: [requirePage, limitBody, requireJson] as const,
    request: {
      params: z.object({
        publicKey: z.string().meta({ description: "The public key of the button", example: "pk_live_…" }),
      }),
      body: { required: true, content: { "application/json": { schema: ButtonRequest } } },
    },
    responses: {
      202: {
        description: "The job is created and queued. Read it with `token`",
        content: { "application/json": { schema: JobCreated } },
      },
      default: refusal(
        "invalid_json",
        "invalid_request",
        "public_key_invalid",
        "email_unverified",
        "credits_exhausted",
        "spending_cap_reached",
        "origin_not_authorized",
        "target_not_authorized",
        "blocked_target",
        "rate_limited",
        "too_many_failures",
        "key_quota_reached",
      ),
    },
  }),
  async (c) => {
    const { key, origin } = c.var.page;
    const request = c.req.valid("json");
    refuseControl(request.options);
    requireOwnTarget(key, requireTarget(c.env, request.url));
    const { id: keyId, accountId, overageEnabled: mayUseOverage } = key;
    const { jobId, status } = await withinQuota(c, key, () =>
      createJob(c, {
        owner: { accountId },
        source: "widget",
        keyId,
        originHost: new URL(origin).host,
        mayUseOverage,
        request,
      }),
    );
    c.executionCtx.waitUntil(touchPublicKey(c.var.db, keyId, Date.now()));
    const token = await signJobToken(c.env, jobId, origin);
    return c.json({ jobId, status, message: JOB_MESSAGES[status], token }, 202);
  },
);

widgetRoutes.openapi(
  createRoute({
    method: "get",
    path: "/jobs/{id}",
    tags: ["Widget"],
    operationId: "getWidgetJob",
    summary: "Read a job with its token",
    security: [{ JobToken: [] }],
    middleware: [requireTokenHolder] as const,
    request: { params: z.object({ id: z.string().meta({ description: "ID of the job" }) }) },
    responses: {
      200: { description: "The job", content: { "application/json": { schema: JobView } } },
      default: refusal("unauthorized", "origin_not_authorized", "not_found", "rate_limited"),
    },
  }),
  async (c) => {
    const view = { linkSeconds: LIMITS.pageLinkSeconds, linkOnly: true };
    return c.json(await viewJob(c.env, c.var.widgetJob.job, view), 200);
  },
);
