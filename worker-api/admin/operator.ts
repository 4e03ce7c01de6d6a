/** Who the operator is: a secret of its own, exchanged for a cookie that only the operator's calls receive. */
import { timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { ADMIN_SECRET_MIN_CHARS, ADMIN_SESSION_MINUTES } from "#contract/admin.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readToken, signToken } from "../http/signed-token.ts";
import { hasPassedAccess } from "./access.ts";

const COOKIE = "__Secure-platen-operator";
const PATH = "/api/v1/admin";
const OPTIONS = { path: PATH, httpOnly: true, secure: true, sameSite: "Strict" } as const;

/** The operator's secret; null if it is missing or too short. */
function secretOf(c: Context<AppEnv>): string | null {
  const secret = c.env.ADMIN_SECRET ?? "";
  return secret.length >= ADMIN_SECRET_MIN_CHARS ? secret : null;
}

/** A token of one secret is not valid with another, so that a new secret ends all sessions. */
function tokenFor(secret: string) {
  return { audience: `operator ${sha256Hex(secret).slice(0, 16)}`, subject: "operator" };
}

/** Without a secret, and for requests that have not passed Access, the operator's calls do not exist. */
export const hideWithoutSecret = createMiddleware<AppEnv>(async (c, next) => {
  if (secretOf(c) === null || !(await hasPassedAccess(c.env, c.req.raw.headers))) {
    throw new ApiError("not_found");
  }
  c.header("Cache-Control", "no-store");
  c.header("X-Robots-Tag", "noindex");
  await next();
});

export const requireOperator = createMiddleware<AppEnv>(async (c, next) => {
  const secret = secretOf(c);
  const token = getCookie(c, COOKIE);
  if (!secret || !token || !(await readToken(c.env, token, tokenFor(secret)))) {
    throw new ApiError("session_required");
  }
  await next();
});

/** Compares hashes of equal length, so that the time says nothing about the secret. */
export function isSecret(c: Context<AppEnv>, given: string): boolean {
  const [ours, theirs] = [secretOf(c) ?? "", given].map((text) => Buffer.from(sha256Hex(text)));
  return ours !== undefined && theirs !== undefined && timingSafeEqual(ours, theirs);
}

export async function beginSession(c: Context<AppEnv>): Promise<void> {
  const token = await signToken(c.env, tokenFor(secretOf(c) ?? ""), `${ADMIN_SESSION_MINUTES}m`);
  setCookie(c, COOKIE, token, { ...OPTIONS, maxAge: ADMIN_SESSION_MINUTES * 60 });
}

export function endSession(c: Context<AppEnv>): void {
  deleteCookie(c, COOKIE, OPTIONS);
}
