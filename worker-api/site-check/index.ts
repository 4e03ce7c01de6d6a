/** `/site-check`: loads a page of the owner in the guarded browser and says whether its button works. */
import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { LIMITS } from "#contract/limits.ts";
import { type Finding, SiteCheck, SiteCheckRequest, SiteFound } from "#contract/widget/site-check.ts";
import { record } from "#metrics/record.ts";
import type { JobRow } from "#store/jobs/jobs.ts";
import { resultKey } from "#store/jobs/results.ts";
import { admitCheck, readCheck } from "#store/jobs/site-checks.ts";
import { shardOfPublicKey } from "#store/keys/api-key-format.ts";
import { findPublicKey, type KeyOwner } from "#store/keys/public-keys.ts";
import { newId } from "#store/secrets/ids.ts";
import { fromStorage } from "../files/storage.ts";
import { ownOriginOnly } from "../http/api-cors.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { limitBody } from "../http/limit-body.ts";
import { jsonBody, refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { requireJson } from "../http/require-json.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { enqueue, refusalError } from "../jobs/create.ts";
import { requireTarget } from "../jobs/target.ts";
import { untilSettled } from "../jobs/wait.ts";
import { judge } from "./judge.ts";

const SLOW = {
  state: "note",
  message: "The check takes longer than usual.",
  advice: "Try again in a minute.",
} as const satisfies Finding;

export const siteCheckRoutes = router();

siteCheckRoutes.use(ownOriginOnly, limitBody, requireJson, requireSession);

siteCheckRoutes.openapi(
  createRoute({
    method: "post",
    path: "/",
    tags: ["Public keys"],
    security: SESSION_SECURITY,
    operationId: "checkSite",
    summary: "Check the button on a page",
    description: `Loads the page in a browser and reports whether its button works. Costs no credit; at most ${LIMITS.siteChecksPerDay} checks in 24 hours. Counts for the requests per minute.`,
    request: jsonBody(SiteCheckRequest),
    responses: {
      200: response("What was found", SiteCheck),
      default: refusal(
        "invalid_request",
        "session_required",
        "email_unverified",
        "blocked_target",
        "rate_limited",
        "too_many_failures",
        "unavailable",
      ),
    },
  }),
  async (c) => {
    const { accountId } = c.var.account;
    const url = requireTarget(c.env, c.req.valid("json").url).href;
    const check = await runCheck(c, accountId, url);
    if (check?.status === "failed") return c.json(notOpened(url, check), 200);
    if (check?.status !== "completed") return c.json({ url, works: false, findings: [SLOW] }, 200);
    const stored = await fromStorage(() => c.env.RESULTS.get(resultKey(check)));
    const found = SiteFound.parse(await stored?.json());
    const by = {
      accountId,
      ownOrigin: c.env.PUBLIC_ORIGIN,
      findKey: (key: string) => findInShard(c, key),
    };
    return c.json(await judge(found, by), 200);
  },
);

/** The key on the page may be of another account. */
async function findInShard(c: Context<AppEnv>, key: string): Promise<KeyOwner | null> {
  const db = c.var.dbs[shardOfPublicKey(key)];
  return db ? findPublicKey(db, key) : null;
}

/** Runs the check through the queue and returns its row, which may not have ended. Throws if a limit is reached. */
async function runCheck(c: Context<AppEnv>, accountId: string, url: string): Promise<JobRow | null> {
  const now = Date.now();
  const id = newId("job", c.var.db.shard);
  const admission = await admitCheck(c.var.db, accountId, { id, url, requestId: c.var.requestId }, now);
  switch (admission.outcome) {
    case "no_account":
      throw new ApiError("session_required");
    case "checks_used_up":
      throw new ApiError("rate_limited", {
        message: `You have used the ${LIMITS.siteChecksPerDay} site checks of 24 hours.`,
        retryAfterSeconds: Math.max(1, Math.ceil((admission.freesAt - now) / 1000)),
      });
    case "admitted":
      break;
    default:
      throw refusalError(admission, now);
  }
  const { tier } = admission.usage;
  record(c.env.METRICS, "admission", {
    source: "check",
    tier,
    outputType: null,
    input: "url",
    credit: "none",
  });
  // Starts to wait before the check is in the queue, so that its end cannot be missed.
  const settled = untilSettled(c, { jobId: id, accountId }, LIMITS.waitSeconds);
  await enqueue(c, id, admission.usage);
  return (await settled) ?? readCheck(c.var.db, accountId, id);
}

function notOpened(url: string, { errorMessage }: JobRow): SiteCheck {
  const advice = "Check the address. The page must be published and visible without signing in.";
  const message = `The page could not be opened. ${errorMessage ?? ""}`.trim();
  return { url, works: false, findings: [{ state: "problem", message, advice }] };
}
