/**
 * Signed links to results and thumbnails: a JWT that opens one file for a short time, so that the link can be shared
 * without a key.
 */
import { readToken, signToken } from "../http/signed-token.ts";

/** Audience of a token, and the end of the path that it opens. The link of a thumbnail does not open the result. */
const PATHS = { file: "", thumbnail: "/thumbnail" } as const;
export type LinkedFile = keyof typeof PATHS;

/** URL of the job's result or thumbnail, valid for `seconds`. */
export async function fileLink(
  env: Pick<Env, "SIGNING_KEY" | "PUBLIC_ORIGIN">,
  jobId: string,
  seconds: number,
  file: LinkedFile = "file",
): Promise<string> {
  const token = await signToken(env, { audience: file, subject: jobId }, `${seconds}s`);
  return `${env.PUBLIC_ORIGIN}/api/v1/files/${jobId}${PATHS[file]}?token=${token}`;
}

/** Whether the token opens the file of this job now. */
export async function opensFile(
  env: Pick<Env, "SIGNING_KEY">,
  jobId: string,
  token: string,
  file: LinkedFile,
): Promise<boolean> {
  return (await readToken(env, token, { audience: file, subject: jobId })) !== null;
}
