/** From a valid request to a job in the queue: one way for the API, the dashboard and the widget. */
import type { Context } from "hono";
import type { JobRequest } from "#contract/job/request.ts";
import { type JobMessage, queueTier } from "#contract/job/scheduling.ts";
import { hideSecrets, secretsOf } from "#contract/job/secrets.ts";
import type { JobStatus } from "#contract/job/state.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tier } from "#contract/plans.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { log } from "#log/log.ts";
import { record } from "#metrics/record.ts";
import { admit, type NewJob, type RenderRefusal } from "#store/jobs/admit.ts";
import type { Owner } from "#store/keys/owner.ts";
import { nextUtcDay } from "#store/money/failed-render.ts";
import type { Usage } from "#store/money/usage.ts";
import { newId } from "#store/secrets/ids.ts";
import { keyedHashes } from "#store/secrets/keyed-hash.ts";
import { seal } from "#store/secrets/sealing.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { jobQueueOf } from "../http/scheduler-stub.ts";
import { timed } from "../http/traced.ts";
import { noticeCredits } from "../mail/notice-credits.ts";
import { noticeSpending } from "../mail/notice-spending.ts";
import { deleteInput, fingerprintOf, pageOf, storeInput } from "./page.ts";

export interface Intake {
  owner: Owner;
  source: NewJob["source"];
  /** The caller's API key or public key; null for a session. */
  keyId: string | null;
  /** Host of the page whose button creates the job. */
  originHost?: string;
  /** Whether the job may use an overage credit if the account's overage is on. */
  mayUseOverage: boolean;
  request: JobRequest;
  /** The header `Idempotency-Key`, unchecked. */
  idempotencyKey?: string | undefined;
  /** Plan whose page cap and watermark the job gets, if not the account's. */
  tier?: Tier;
}

export interface Created {
  jobId: string;
  status: JobStatus;
  /** True when an earlier request with the same idempotency key made the job. */
  replayed: boolean;
  usage: Usage;
}

/** Space around a header's value is no part of it (RFC 9110, 5.5), but the runtime keeps it. */
function requireIdempotencyKey(header: string): string {
  const key = header.trim();
  if (key.length > 0 && key.length <= LIMITS.idempotencyKeyChars) return key;
  const message = `must be 1 to ${LIMITS.idempotencyKeyChars} characters long`;
  throw new ApiError("invalid_request", { details: [{ path: "Idempotency-Key", message }] });
}

/** The request with the HTML that `limitJobBody` has taken out of a large body. */
function withHtml(c: Context<AppEnv>, request: JobRequest): JobRequest {
  const { html } = c.var;
  return html === undefined ? request : { ...request, html };
}

/** A plain hash of a body with secrets would let a reader of D1 guess a weak password. */
function bodyHashes(env: Env, body: string[], secrets: object | null) {
  const text = JSON.stringify(secrets ? [...body, secrets] : body);
  if (!secrets) return { bodyHash: sha256Hex(text) };
  const [bodyHash, ...olderHashes] = keyedHashes(text, "platen idempotency", env.JOB_SEALING_KEY);
  return { bodyHash, olderHashes };
}

/**
 * Checks the page, admits the job and enqueues it. `beforeSend` runs when the job is in D1 and not yet in the queue.
 * Puts the account's usage on the context.
 * @throws ApiError `blocked_target`, `email_unverified`, `idempotency_conflict`, `rate_limited`, `credits_exhausted`, …
 */
export async function createJob(
  c: Context<AppEnv>,
  intake: Intake,
  beforeSend?: (job: { jobId: string; accountId: string }) => void,
): Promise<Created> {
  const page = pageOf(c.env, withHtml(c, intake.request), c.var.usage?.tier ?? null);
  const { input, url, text } = page;
  const secrets = secretsOf(intake.request.options);
  const options = JSON.stringify(hideSecrets(intake.request.options));
  const key = intake.idempotencyKey;
  const idempotency =
    key === undefined
      ? null
      : {
          key: requireIdempotencyKey(key),
          ...bodyHashes(c.env, [...fingerprintOf(page), options], secrets),
        };
  const now = Date.now();
  const { owner, source, keyId, originHost = null, mayUseOverage, tier = null } = intake;
  const { outputType } = intake.request.options;
  const { requestId } = c.var;
  const id = newId("job", c.var.db.shard);
  const sealed = secrets && (await seal(JSON.stringify(secrets), id, c.env.JOB_SEALING_KEY));
  const job = {
    id,
    source,
    keyId,
    originHost,
    input,
    url,
    outputType,
    options,
    secrets: sealed,
    requestId,
    mayUseOverage,
    idempotency,
    tier,
  };
  const test = "key" in owner && owner.key.test;
  if (text !== null) await timed(c, "store input", "client", () => storeInput(c.env, id, text));
  const admission = await timed(c, "admit", "client", () => admit(c.var.db, owner, job, now));
  if (text !== null && admission.outcome !== "admitted") c.executionCtx.waitUntil(deleteInput(c.env, id));
  if (admission.outcome === "no_account") throw new ApiError("unauthorized");
  const { usage } = admission;
  c.set("usage", usage);
  switch (admission.outcome) {
    case "admitted":
      beforeSend?.({ jobId: id, accountId: usage.accountId });
      record(c.env.METRICS, "admission", {
        source,
        tier: usage.tier,
        outputType,
        input,
        credit: test ? "none" : admission.spending ? "overage" : "plan",
        credits: test ? 0 : 1,
      });
      await enqueue(c, id, usage, test);
      if (!test) {
        c.executionCtx.waitUntil(
          noticeCredits(c.env, c.var.db, usage.accountId, usage.creditsUsed, usage.monthlyCredits),
        );
      }
      if (admission.spending) {
        c.executionCtx.waitUntil(noticeSpending(c.env, c.var.db, usage, admission.spending));
      }
      return { jobId: id, status: "pending", replayed: false, usage };
    case "replayed":
      if (admission.job.deletedAt !== null) {
        throw new ApiError("not_found", {
          message: "The job of this Idempotency-Key was deleted. Send a new key to create another job.",
        });
      }
      return { jobId: admission.job.id, status: admission.job.status, replayed: true, usage };
    case "conflict":
      throw new ApiError("idempotency_conflict");
    case "rate_limited":
    case "too_many_failures":
    case "unverified":
      throw refusalError(admission, now);
    case "credits_exhausted":
    case "spending_cap_reached":
    case "key_ceiling_reached":
    case "missing_scope":
      throw new ApiError(admission.outcome);
    case "test_limit_reached":
      throw new ApiError("test_limit_reached", { retryAfterSeconds: secondsToMidnight(now) });
  }
}

function secondsToMidnight(now: number): number {
  return Math.ceil((nextUtcDay(now) - now) / 1000);
}

export function refusalError(refused: RenderRefusal, now: number): ApiError {
  switch (refused.outcome) {
    case "rate_limited": {
      const { name, limit, freesAt } = refused.window;
      const retryAfterSeconds = Math.max(1, Math.ceil((freesAt - now) / 1000));
      if (name === "minute") return new ApiError("rate_limited", { retryAfterSeconds });
      const message = `You have used all ${limit} requests of 24 hours. Upgrade your plan, or wait until the oldest of them is 24 hours old.`;
      return new ApiError("rate_limited", { message, retryAfterSeconds });
    }
    case "too_many_failures":
      return new ApiError("too_many_failures", { retryAfterSeconds: secondsToMidnight(now) });
    case "unverified":
      return new ApiError("email_unverified", { message: SENTENCES.emailUnverified });
    default:
      return refused satisfies never;
  }
}

/** Never throws: the job is admitted, and the sweep sends a message again that the queue did not take. */
export async function enqueue(
  c: Context<AppEnv>,
  jobId: string,
  { accountId, tier }: Usage,
  test = false,
): Promise<void> {
  c.var.trace?.note({ "platen.job_id": jobId });
  try {
    const message = { v: 1, jobId, accountId, tier: queueTier({ tier, test }) } as const;
    const queue = jobQueueOf(c.env, accountId);
    await timed(c, "enqueue", "producer", () => queue.send(message satisfies JobMessage));
  } catch (error) {
    log.error("The queue has not taken a job.", { requestId: c.var.requestId, jobId, error });
  }
}
