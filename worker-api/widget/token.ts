/** Job tokens: a JWT that reads one job, from the origin that created it, for LIMITS.linkSeconds. */
import { LIMITS } from "#contract/limits.ts";
import { readToken, signToken } from "../http/signed-token.ts";

const AUDIENCE = "widget-job";

export function signJobToken(env: Pick<Env, "SIGNING_KEY">, jobId: string, origin: string): Promise<string> {
  return signToken(env, { audience: AUDIENCE, subject: jobId }, `${LIMITS.linkSeconds}s`, { origin });
}

/** The origin that the job's token was issued to. Null when the token is malformed, expired or for another job. */
export async function originOfToken(
  env: Pick<Env, "SIGNING_KEY">,
  jobId: string,
  token: string,
): Promise<string | null> {
  const claims = await readToken(env, token, { audience: AUDIENCE, subject: jobId });
  return typeof claims?.origin === "string" ? claims.origin : null;
}
