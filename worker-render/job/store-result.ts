/** Stores a result of unknown length in R2: a small one with one `put`, a larger one as a multipart upload. */

import { STORED_TYPES, type StoredType } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import { Budget, orFault, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { ResultStorage } from "./result-storage.ts";

/** R2 requires parts of at least 5 MiB, all of the same size except the last. */
const PART_BYTES = 6 * 1024 * 1024;

/** Longest time for making the last parts of a file and storing them. */
const STORE_MS = 25_000;
/** Longest wait for the end of an upload. R2 deletes an unfinished upload after a week anyway. */
const ABORT_MS = 2_000;

/**
 * Stores the parts and returns the number of bytes. After an error nothing is left in R2, unless R2 finishes a call late:
 * then the object is deleted with the job (`deleteResults`) or by the sweep.
 * @throws PageFault `result_too_large`; `capture_failed` if the parts do not come in time. Any other error is R2's.
 */
export async function storeResult(
  storage: ResultStorage,
  key: string,
  type: StoredType,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  journal: Journal,
): Promise<number> {
  const options = { httpMetadata: { contentType: STORED_TYPES[type] } };
  const budget = new Budget(STORE_MS);
  const made = <T>(part: Promise<T>) => orFault(part, budget.left(), "capture_failed", "storing");
  const stored = <T>(call: Promise<T>) => storage.call(call, budget.left());
  let upload: R2MultipartUpload | null = null;
  const uploaded: R2UploadedPart[] = [];
  let bytes = 0;
  try {
    const filled = inParts(parts);
    let part = await made(filled.next());
    while (!part.done) {
      const { value } = part;
      bytes += value.length;
      if (bytes > LIMITS.resultBytes) throw new PageFault("result_too_large", "storing");
      if (!upload && value.length < PART_BYTES) {
        await journal.time("store", () => stored(storage.bucket.put(key, value, options)));
        return bytes;
      }
      upload ??= await stored(storage.bucket.createMultipartUpload(key, options));
      const to = upload;
      const number = uploaded.length + 1;
      // The next part is made while this one is stored.
      const next = filled.next();
      next.catch(() => undefined);
      uploaded.push(await journal.time("store", () => stored(to.uploadPart(number, value))));
      part = await made(next);
    }
    if (!upload) throw new PageFault("capture_failed", "storing");
    await stored(upload.complete(uploaded));
    return bytes;
  } catch (error) {
    if (upload) await within(upload.abort(), ABORT_MS, () => {}).catch(() => undefined);
    throw error;
  }
}

/** The same bytes in pieces of `PART_BYTES`. Only the last piece is shorter. */
async function* inParts(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    held.push(part);
    size += part.length;
    while (size >= PART_BYTES) {
      const joined = Buffer.concat(held, size);
      yield joined.subarray(0, PART_BYTES);
      held = [joined.subarray(PART_BYTES)];
      size -= PART_BYTES;
    }
  }
  if (size > 0) yield Buffer.concat(held, size);
}
