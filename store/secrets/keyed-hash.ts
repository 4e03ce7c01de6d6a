/** Hashes of texts that could be guessed from a plain hash. */
import { deriveHash, type Key, readKeys } from "./keys.ts";

/**
 * HMACs of the text as hex: by the newest key of the secret (keys.ts), then by each older one. Each purpose has its own
 * hashes.
 */
export function keyedHashes(text: string, purpose: string, secret: string): readonly [string, ...string[]] {
  const [newest, ...older] = readKeys(secret);
  const hashBy = ({ bytes }: Key) => deriveHash(text, purpose, bytes).toString("hex");
  return [hashBy(newest), ...older.map(hashBy)];
}
