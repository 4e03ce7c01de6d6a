/** When passwords are hashed, in tests that have requests meet in the middle. */
import crypto from "node:crypto";
import { onTestFinished, vi } from "vitest";

/** Lets nobody's hash begin before so many wait for theirs: by then each has looked whether its address is known. */
export function hashTogether(count: number): void {
  const { scrypt } = crypto;
  let waiting = 0;
  const spy = vi.spyOn(crypto, "scrypt").mockImplementation((...job) => {
    waiting += 1;
    // Each request asks by a timer of its own: none may end another's work.
    const timer = setInterval(() => {
      if (waiting < count) return;
      clearInterval(timer);
      scrypt(...job);
    }, 5);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Holds every hash of this password until `isOver`; `isReached` once one waits. */
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
