/** Controls how often and when passwords are hashed. */
import type { Buffer } from "node:buffer";
import crypto from "node:crypto";
import { onTestFinished, vi } from "vitest";

/**
 * Computes each hash once, because scrypt is slow on purpose and most tests check a password that they have just set. The
 * hashes are the real ones.
 */
export function rememberHashes(): void {
  const { scrypt } = crypto;
  // All test files share the runtime.
  if (scrypt.name === "remembered") return;
  const hashes = new Map<string, Buffer>();
  const remembered = (
    password: string,
    salt: Buffer,
    length: number,
    options: crypto.ScryptOptions,
    done: (error: Error | null, hash: Buffer) => void,
  ) => {
    const job = JSON.stringify([password, salt.toString("base64"), length, options]);
    const known = hashes.get(job);
    if (known) queueMicrotask(() => done(null, known));
    else
      scrypt(password, salt, length, options, (error, hash) => {
        if (!error) hashes.set(job, hash);
        done(error, hash);
      });
  };
  Object.assign(crypto, { scrypt: remembered });
}

/**
 * Holds all password hashes until `count` requests wait for one. By then each has read whether its address has an
 * account.
 */
export function hashTogether(count: number): void {
  const { scrypt } = crypto;
  let waiting = 0;
  const spy = vi.spyOn(crypto, "scrypt").mockImplementation((...job) => {
    waiting += 1;
    // Each request has its own timer, so that none ends another one's work.
    const timer = setInterval(() => {
      if (waiting < count) return;
      clearInterval(timer);
      scrypt(...job);
    }, 5);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Holds every hash of this password until `isOver`. `isReached` becomes true when one waits. */
export function holdHash(password: string): { isReached: boolean; isOver: boolean } {
  const { scrypt } = crypto;
  const hold = { isReached: false, isOver: false };
  const spy = vi.spyOn(crypto, "scrypt").mockImplementation((...job) => {
    if (job[0] !== password) return scrypt(...job);
    hold.isReached = true;
    const timer = setInterval(() => {
      if (!hold.isOver) return;
      clearInterval(timer);
      scrypt(...job);
    }, 5);
  });
  onTestFinished(() => spy.mockRestore());
  return hold;
}
