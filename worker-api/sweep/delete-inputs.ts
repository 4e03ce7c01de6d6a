/**
 * Deletes the inputs of jobs that have ended. A job's end deletes its input itself; what is found here was left by a crash, by
 * R2 while it was unavailable, or by a job that failed without an attempt.
 */
import type { Db } from "#store/db.ts";
import { INPUT_PREFIX, jobOfInput } from "#store/jobs/inputs.ts";
import { shardOfId } from "#store/secrets/ids.ts";
import { jobStates } from "#store/sweep/sweep.ts";
import { readPosition, writePosition } from "#store/sweep/walks.ts";

/** An input is stored shortly before its job's row. */
const MIN_AGE_MS = 600_000;
const WALK = "inputs";

/** Looks at the next `page` inputs, at most 1,000, and returns how many were deleted. */
export async function deleteInputs(
  env: Pick<Env, "RESULTS">,
  db: Db,
  now: number,
  page: number,
): Promise<number> {
  const startAfter = (await readPosition(db, WALK)) ?? "";
  const { objects, truncated } = await env.RESULTS.list({ prefix: INPUT_PREFIX, startAfter, limit: page });
  // The bucket has the inputs of all databases.
  const ours = objects.filter(({ key }) => shardOfId(jobOfInput(key)) === db.shard);
  const states = await jobStates(
    db,
    ours.map(({ key }) => jobOfInput(key)),
  );
  const ended = ours.filter(({ key, uploaded }) => {
    const isEnded = states.get(jobOfInput(key));
    return isEnded ?? uploaded.getTime() <= now - MIN_AGE_MS;
  });
  if (ended.length > 0) await env.RESULTS.delete(ended.map(({ key }) => key));
  await writePosition(db, WALK, truncated ? (objects.at(-1)?.key ?? null) : null);
  return ended.length;
}
