/**
 * Turns of captures that may be large, of which a Worker makes one at a time. While a large one is decoded, joined and stored,
 * five times its bytes are alive, and a Worker has 128 MB for all its tabs.
 */
import { ignore } from "../devtools/commands.ts";

/** Captures of more bytes are large. Only noise and fine photographs have as many. */
export const LARGE_BYTES = 5_000_000;
/** Longest turns: before the capture has come, because a page that hangs must not keep others waiting, and of a large one. */
export const TURN_MS = { capturing: 4_000, large: 10_000 };

let last: Promise<void> = Promise.resolve();

export interface InTurn {
  bytes: Uint8Array;
  /** Ends the turn: the bytes are no longer needed. It ends by itself, too. */
  end(): void;
}

/**
 * Makes a capture. One that may be large begins when all turns that were asked for before have ended, and keeps its turn
 * afterwards if it is large.
 * @param mostBytes what it can have at most
 */
export async function inTurn(mostBytes: number, capture: () => Promise<Uint8Array>): Promise<InTurn> {
  if (mostBytes <= LARGE_BYTES) return { bytes: await capture(), end: ignore };
  const before = last;
  const { promise, resolve: end } = Promise.withResolvers<void>();
  last = promise;
  await before;
  let timer = setTimeout(end, TURN_MS.capturing);
  try {
    const bytes = await capture();
    if (bytes.length <= LARGE_BYTES) {
      end();
      return { bytes, end: ignore };
    }
    clearTimeout(timer);
    timer = setTimeout(end, TURN_MS.large);
    return { bytes, end };
  } catch (error) {
    end();
    throw error;
  }
}
