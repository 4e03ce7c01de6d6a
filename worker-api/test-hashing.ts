/** Controls when passwords are hashed, for tests of concurrent requests. */
import crypto from "node:crypto";
import { onTestFinished, vi } from "vitest";

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
