/** Whether R2 returns and takes objects. A bucket that refuses writes can still be read, so a check also writes. */
import { RESULT_PREFIX } from "#store/jobs/results.ts";

/** After a successful write, further checks only read for this long. After a failed one, each check writes. */
const WRITE_AGAIN_MS = 60_000;
const TIMEOUT_MS = 3_000;

let writtenAt = 0;

/** Rejects when R2 refuses or does not respond. `now`: Unix ms. */
export async function checkStorage(bucket: R2Bucket, now: number): Promise<void> {
  if (Math.abs(now - writtenAt) < WRITE_AGAIN_MS) {
    await inTime(bucket.head(`${RESULT_PREFIX}health`));
    return;
  }
  writtenAt = 0;
  // A key of its own, because R2 limits writes to the same key. If the delete fails, the sweep deletes the object.
  const key = `${RESULT_PREFIX}health/${crypto.randomUUID()}`;
  await inTime(bucket.put(key, "health"));
  await inTime(bucket.delete(key));
  writtenAt = now;
}

/** The call's result. Rejects when R2 does not respond. */
export async function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("R2 does not respond")), TIMEOUT_MS);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
    call.catch(() => undefined);
  }
}
