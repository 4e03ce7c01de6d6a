/**
 * Turnstile before what anyone can request: emails, and conversions on the landing page. TURNSTILE_SITE_KEY switches it
 * on. It fails closed: while the check cannot be made, no such request is accepted.
 */
import type { Context } from "hono";
import { z } from "zod";
import { TURNSTILE_ORIGIN, type TurnstileAction } from "#contract/turnstile.ts";
import { log } from "#log/log.ts";
import { readAccount } from "#store/accounts/accounts.ts";
import { findSession } from "#store/accounts/sign-in-sessions.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { isLoopback } from "../http/own-origin.ts";
import { presentedSession } from "../http/require-session.ts";

const TRY_TIMEOUT_MS = 4_000;
const MAX_TRIES = 2;
const RETRY_AFTER_SECONDS = 10;

/** Action in the responses to Cloudflare's test keys, whatever the page has set. */
const TEST_ACTION = "test";

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/#error-codes */
const OUR_FAULTS = ["missing-input-secret", "invalid-input-secret", "bad-request"];

const Outcome = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
  hostname: z.string().optional(),
  action: z.string().optional(),
});
type Outcome = z.infer<typeof Outcome>;

function unchecked(cause: unknown): ApiError {
  log.error("Turnstile could not check a token.", { event: "turnstile_unavailable", error: cause });
  return new ApiError("unavailable", {
    message: "We could not check that you are human. Please try again in a moment.",
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Asks siteverify, and once more with the same idempotency key if it does not respond. */
async function siteverify(c: Context<AppEnv>, token: string): Promise<Outcome> {
  const body = JSON.stringify({
    secret: c.env.TURNSTILE_SECRET_KEY ?? "",
    response: token,
    remoteip: c.req.header("cf-connecting-ip"),
    idempotency_key: crypto.randomUUID(),
  });
  let fault: unknown;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      const response = await fetch(
        `${c.env.TURNSTILE_API_BASE || TURNSTILE_ORIGIN}/turnstile/v0/siteverify`,
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
          signal: AbortSignal.timeout(TRY_TIMEOUT_MS),
        },
      );
      const outcome = Outcome.parse(await response.json());
      const codes = outcome["error-codes"];
      if (OUR_FAULTS.some((code) => codes.includes(code))) throw new Error(codes.join());
      if (!codes.includes("internal-error")) return outcome;
      fault = new Error("internal-error");
    } catch (error) {
      fault = error;
    }
  }
  throw unchecked(fault);
}

/** Whether the request comes from a sign-in session of the account with this address. */
async function isOwnAddress(c: Context<AppEnv>, email: string): Promise<boolean> {
  const presented = presentedSession(c);
  const db = presented && c.var.dbs[presented.shard];
  const session = db && (await findSession(db, presented.hash, Date.now()));
  const account = session && (await readAccount(db, session.accountId));
  return account ? account.email === email : false;
}

/**
 * Throws `turnstile_failed` if the token does not prove a human, on our own site, in this form. Signed-in users need no
 * token for emails to their own address (`email`).
 */
export async function requireHuman(
  c: Context<AppEnv>,
  action: TurnstileAction,
  { email, turnstile_token: token }: { email?: string; turnstile_token?: string | undefined },
): Promise<void> {
  if (!c.env.TURNSTILE_SITE_KEY || (email !== undefined && (await isOwnAddress(c, email)))) return;
  if (!token) throw new ApiError("turnstile_failed");
  const outcome = await siteverify(c, token);
  const isOurs = outcome.hostname === new URL(c.env.PUBLIC_ORIGIN).hostname;
  const isTest = isLoopback(c.env.PUBLIC_ORIGIN) && outcome.action === TEST_ACTION;
  if (!outcome.success || !isOurs || !(outcome.action === action || isTest)) {
    throw new ApiError("turnstile_failed");
  }
}
