/**
 * `/demo`: the live demo of this installation, when its operator has set up a public key for it. A visitor of the landing
 * page converts any public page. The key's account pays, and the file is one of the Free plan.
 */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { DEMO_JOBS_PER_DAY } from "#contract/demo.ts";
import { Demo, DemoRequest } from "#contract/job/demo.ts";
import { ButtonRequest } from "#contract/job/request.ts";
import { JOB_MESSAGES } from "#contract/job/state.ts";
import { JobCreated } from "#contract/job/view.ts";
import { defaultDailyLimits } from "#contract/widget/daily-limits.ts";
import { log } from "#log/log.ts";
import { shardOfPublicKey } from "#store/keys/api-key-format.ts";
import { findPublicKey, type KeyOwner, touchPublicKey } from "#store/keys/public-keys.ts";
import { type Click, countClick, forgetClick } from "#store/keys/widget-use.ts";
import { requireHuman } from "../auth/turnstile.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { limitBody } from "../http/limit-body.ts";
import { jsonBody, refusal, response } from "../http/openapi-parts.ts";
import { isOwnOrigin } from "../http/own-origin.ts";
import { limitClient, limitRate } from "../http/rate-limit.ts";
import { requireJson } from "../http/require-json.ts";
import { router } from "../http/router.ts";
import { enterShard } from "../http/shard.ts";
import { type Created, createJob } from "../jobs/create.ts";
import { requireTarget } from "../jobs/target.ts";
import { visitorOf } from "../widget/quota.ts";
import { signJobToken } from "../widget/token.ts";

const DAY_MS = 86_400_000;

export const demoRoutes = router();

demoRoutes.openapi(
  createRoute({
    method: "get",
    path: "/",
    tags: ["Service"],
    operationId: "getDemo",
    summary: "Read the public key of the live demo",
    responses: { 200: response("The key, or null if the demo is not set up", Demo) },
  }),
  (c) => c.json({ public_key: c.env.DEMO_PUBLIC_KEY || null }, 200),
);

/** Throws `origin_not_authorized` for a request that no page of ours has sent. */
function requireOwnOrigin(c: Context<AppEnv>): string {
  const origin = c.req.header("origin") ?? "";
  if (isOwnOrigin(origin, c.env.PUBLIC_ORIGIN)) return origin;
  throw new ApiError("origin_not_authorized", { message: "Only the landing page can use the demo." });
}

async function requireDemoKey(c: Context<AppEnv>): Promise<KeyOwner> {
  const text = c.env.DEMO_PUBLIC_KEY;
  const isOurs = text !== "" && enterShard(c, shardOfPublicKey(text));
  const key = isOurs ? await findPublicKey(c.var.db, text) : null;
  if (!key) throw new ApiError("demo_unavailable");
  return key;
}

/** Counts one conversion. Throws `demo_limit_reached`, `demo_unavailable` or `rate_limited`. */
async function spend(c: Context<AppEnv>, key: KeyOwner): Promise<Click> {
  // Clicks on the button of `/embed` have the same key and do not count here.
  const visitor = await visitorOf(c, `demo:${key.id}`);
  await limitRate(c.env.WIDGET_LIMIT, visitor);
  const day = Math.floor(Date.now() / DAY_MS);
  const click = { keyId: key.id, visitor, day };
  const outcome = await countClick(c.var.db, click, {
    visitor: DEMO_JOBS_PER_DAY,
    key: key.dailyLimit ?? defaultDailyLimits(key.tier).key,
  });
  if (outcome === "counted") return click;
  throw new ApiError(outcome === "visitor_full" ? "demo_limit_reached" : "demo_unavailable", {
    retryAfterSeconds: Math.ceil(((day + 1) * DAY_MS - Date.now()) / 1000),
  });
}

/** Creates the job. A refusal is the limit of the demo's account, which means nothing to a visitor. */
async function createDemoJob(
  c: Context<AppEnv>,
  click: Click,
  make: () => Promise<Created>,
): Promise<Created> {
  try {
    return await make();
  } catch (error) {
    // After any other error it is unknown whether the job was created.
    if (!(error instanceof ApiError)) throw error;
    await forgetClick(c.var.db, click);
    log.warn("The account of the demo cannot create a job.", { event: "demo_unavailable", error });
    throw new ApiError("demo_unavailable", { cause: error, retryAfterSeconds: error.retryAfterSeconds });
  }
}

demoRoutes.openapi(
  createRoute({
    method: "post",
    path: "/jobs",
    tags: ["Service"],
    operationId: "createDemoJob",
    summary: "Convert a page on the landing page, without an account",
    description: `Works only on our own site, ${DEMO_JOBS_PER_DAY} times a day (UTC) for each visitor, with the page limit and the watermark of the Free plan. Read the job with \`GET /widget/jobs/{id}\` and its token.`,
    middleware: [limitBody, requireJson] as const,
    request: jsonBody(DemoRequest),
    responses: {
      202: response("The job is created and queued. Read it with `token`", JobCreated),
      default: refusal(
        "invalid_json",
        "invalid_request",
        "origin_not_authorized",
        "turnstile_failed",
        "blocked_target",
        "rate_limited",
        "demo_limit_reached",
        "demo_unavailable",
      ),
    },
  }),
  async (c) => {
    const { url, outputType, turnstile_token } = c.req.valid("json");
    await limitClient(c);
    const origin = requireOwnOrigin(c);
    requireTarget(c.env, url);
    const key = await requireDemoKey(c);
    await requireHuman(c, "demo", { turnstile_token });
    const click = await spend(c, key);
    const { jobId, status } = await createDemoJob(c, click, () =>
      createJob(c, {
        owner: { accountId: key.accountId },
        source: "widget",
        keyId: key.id,
        originHost: new URL(origin).host,
        mayUseOverage: false,
        tier: "free",
        request: ButtonRequest.parse({ url, options: { outputType } }),
      }),
    );
    c.executionCtx.waitUntil(touchPublicKey(c.var.db, key.id, Date.now()));
    const token = await signJobToken(c.env, jobId, origin);
    return c.json({ jobId, status, message: JOB_MESSAGES[status], token }, 202);
  },
);
