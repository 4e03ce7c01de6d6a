/** JWTs that we sign with the newest key of SIGNING_KEY. Those of older keys are valid until they expire. */
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import { keyNamed, readKeys } from "#store/secrets/keys.ts";

const ALGORITHM = "HS256";

interface TokenFor {
  /** What the token is for. A token for one use is not valid for another. */
  audience: string;
  /** The only thing that it is valid for: the id of a job or an account. */
  subject: string;
}

/** `expires`: Unix seconds, or a duration such as "60s". */
export function signToken(
  env: Pick<Env, "SIGNING_KEY">,
  { audience, subject }: TokenFor,
  expires: number | string,
  claims: JWTPayload = {},
): Promise<string> {
  const [key] = readKeys(env.SIGNING_KEY);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
    .setAudience(audience)
    .setSubject(subject)
    .setExpirationTime(expires)
    .sign(key.bytes);
}

/** The claims of a valid token. Null when it is malformed, expired, for something else, or of a key that we do not have. */
export async function readToken(
  env: Pick<Env, "SIGNING_KEY">,
  token: string,
  { audience, subject }: TokenFor,
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(kid, env.SIGNING_KEY).bytes, {
      algorithms: [ALGORITHM],
      audience,
      subject,
      requiredClaims: ["exp"],
    });
    return payload;
  } catch {
    return null;
  }
}
