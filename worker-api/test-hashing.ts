/** Controls how often and when passwords are hashed. */
import type { Buffer } from "node:buffer";
import crypto from "node:crypto";
import { onTestFinished, vi } from "vitest";

/** 80 times less work than the product's parameters. */
const CHEAP = { N: 2 ** 10, p: 1 };

/**
 * Computes cheaper hashes, because scrypt is slow on purpose. `store/secrets/password.test.ts` and the end-to-end tests use the
 * product's parameters.
 */
export function hashCheaply(): void {
  const { scrypt } = crypto;
  // All test files share the runtime.
  if (scrypt.name === "cheaper") return;
  const cheaper = (
    password: string,
    salt: Buffer,
    length: number,
    options: crypto.ScryptOptions,
    done: (error: Error | null, hash: Buffer) => void,
  ) => scrypt(password, salt, length, { ...options, ...CHEAP }, done);
  Object.assign(crypto, { scrypt: cheaper });
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
