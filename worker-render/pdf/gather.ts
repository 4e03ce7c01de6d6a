/** Collects the parts of a PDF in memory. */
import { LIMITS } from "#contract/limits.ts";
import { createMutex } from "#pdf/mutex.ts";
import { PageFault } from "../fault/page-fault.ts";

/** Every tab may hold this much at the same time, while its server sends slowly. */
const SMALL_BYTES = 4_000_000;

/** Joins the parts. Throws PageFault `result_too_large` above `LIMITS.pdfRewriteBytes`. */
export async function gather(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > LIMITS.pdfRewriteBytes) throw new PageFault("result_too_large", "capturing");
    all.push(part);
  }
  return all.length === 1 && all[0] ? all[0] : Buffer.concat(all);
}

const withLargeMutex = createMutex();

/**
 * Joins the parts of a file from another server, and passes the whole to `use`. Such a server may be slow, so small files are
 * received at the same time. Large files wait for each other, because there is memory for only one.
 */
export async function gatherFromAfar<T>(
  parts: AsyncIterable<Uint8Array>,
  use: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  const reader = parts[Symbol.asyncIterator]();
  // Emptied before `use`, so that the bytes are not in memory twice.
  const head: Uint8Array[] = [];
  let size = 0;
  while (size <= SMALL_BYTES) {
    const part = await reader.next();
    if (part.done) return use(Buffer.concat(head.splice(0)));
    size += part.value.length;
    head.push(part.value);
  }
  const rest = { [Symbol.asyncIterator]: () => reader };
  return withLargeMutex(async () => use(await gather(joined(head.splice(0), rest))));
}

async function* joined(head: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* head;
  yield* rest;
}
