/** Job tokens: a JWT that reads one job, from the origin that created it, for LIMITS.linkSeconds. */
import { jwtVerify, SignJWT } from "jose";
import { LIMITS } from "#contract/limits.ts";
import { signingKey } from "../files/link.ts";

const AUDIENCE = "widget-job";
const ALGORITHM = "HS256";

export async function signJobToken(
  env: Pick<Env, "SIGNING_KEY">,
  jobId: string,
  origin: string,
): Promise<string> {
  return new SignJWT({ origin })
    .setProtectedHeader({ alg: ALGORITHM, kid: "1" })
    .setAudience(AUDIENCE)
    .setSubject(jobId)
    .setExpirationTime(`${LIMITS.linkSeconds}s`)
    .sign(signingKey(env.SIGNING_KEY));
}

/** The origin that the job's token was issued to. Null when the token is malformed, expired or for another job. */
export async function originOfToken(
  env: Pick<Env, "SIGNING_KEY">,
  jobId: string,
  token: string,
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, signingKey(env.SIGNING_KEY), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      subject: jobId,
      requiredClaims: ["exp"],
    });
    return typeof payload.origin === "string" ? payload.origin : null;
  } catch {
    return null;
  }
}
