/** A PDF's parts as one piece, in memory. */
import { LIMITS } from "#contract/limits.ts";
import { PageFault } from "../fault/page-fault.ts";
import { createMutex } from "./mutex.ts";

/** What every tab may hold at once while its server takes its time. */
const SMALL_BYTES = 4_000_000;

/** Throws PageFault `result_too_large` past `LIMITS.pdfRewriteBytes`. */
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
 * As `gather`, and hands the whole to `use`. A stranger's server sends as slowly as it likes: small files come side by side,
 * and only of large ones, which have no room beside each other, is there one at a time.
 */
export async function gatherFromAfar<T>(
  parts: AsyncIterable<Uint8Array>,
  use: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  const reader = parts[Symbol.asyncIterator]();
  // Emptied before `use`, which has them as one.
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
