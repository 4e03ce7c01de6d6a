/**
 * Signed links to results and thumbnails: a JWT that opens one file for a short time, so that the link can be shared
 * without a key.
 */
import { jwtVerify, SignJWT } from "jose";

/** Audience of a token, and the end of the path that it opens. The link of a thumbnail does not open the result. */
const PATHS = { file: "", thumbnail: "/thumbnail" } as const;
export type LinkedFile = keyof typeof PATHS;
const ALGORITHM = "HS256";

/** The bytes of SIGNING_KEY, which is base64. */
export function signingKey(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** URL of the job's result or thumbnail, valid for `seconds`. */
export async function fileLink(
  env: Pick<Env, "SIGNING_KEY" | "PUBLIC_ORIGIN">,
  jobId: string,
  seconds: number,
  file: LinkedFile = "file",
): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, kid: "1" })
    .setAudience(file)
    .setSubject(jobId)
    .setExpirationTime(`${seconds}s`)
    .sign(signingKey(env.SIGNING_KEY));
  return `${env.PUBLIC_ORIGIN}/api/v1/files/${jobId}${PATHS[file]}?token=${token}`;
}

/** Whether the token opens the file of this job now. */
export async function opensFile(
  env: Pick<Env, "SIGNING_KEY">,
  jobId: string,
  token: string,
  file: LinkedFile,
): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(token, signingKey(env.SIGNING_KEY), {
      algorithms: [ALGORITHM],
      audience: file,
    });
    return payload.sub === jobId;
  } catch {
    return false;
  }
}
