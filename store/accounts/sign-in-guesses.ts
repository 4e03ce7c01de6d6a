/**
 * Guesses at a password, counted by address, and at a second factor, counted by account, for all locations together. A
 * guess counts before it is checked, so that guesses at the same time get no extra tries.
 */
import { eq, lte, sql } from "drizzle-orm";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../db.ts";
import { signInGuesses } from "../schema.ts";
import { sha256Hex } from "../secrets/sha256.ts";

const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = LIMITS.firstPauseMinutes * MINUTE_MS;
const MAX_PAUSE_MS = LIMITS.longestPauseMinutes * MINUTE_MS;
/** More doublings than lead to the longest pause, and few enough for SQLite's integers. */
const MAX_DOUBLINGS = 20;

/** Guesses in a row, this one included; or until when guesses are paused (Unix ms). */
export type Guess = { guesses: number } | { pausedUntil: number };

/**
 * What guesses are counted for: an address, the second factor of an account, or the operator's secret by the client's
 * network address. The latter is not one count for all, so that no other client can pause the operator's sign-in.
 */
export type GuessSubject = { email: string } | { secondFactorOf: string } | { operatorFrom: string };

function keyOf(subject: GuessSubject): string {
  if ("email" in subject) return sha256Hex(subject.email);
  if ("operatorFrom" in subject) return sha256Hex(`operator from ${subject.operatorFrom}`);
  return sha256Hex(`second factor of ${subject.secondFactorOf}`);
}

/**
 * Counts one guess. The one that reaches LIMITS.guessesBeforePause begins a pause for those that follow, and so does
 * each later one, twice as long. During a pause nothing is counted.
 */
export async function countGuess(db: Db, of: GuessSubject, now: number): Promise<Guess> {
  const subject = keyOf(of);
  const doublings = sql`min(sign_in_guesses.guesses + 1 - ${LIMITS.guessesBeforePause}, ${MAX_DOUBLINGS})`;
  const [[counted], [row]] = await db.batch([
    db
      .insert(signInGuesses)
      .values({ subject, guesses: 1, guessedAt: now })
      .onConflictDoUpdate({
        target: signInGuesses.subject,
        set: {
          guesses: sql`sign_in_guesses.guesses + 1`,
          guessedAt: now,
          pausedUntil: sql`case when sign_in_guesses.guesses + 1 < ${LIMITS.guessesBeforePause} then 0
            else ${now} + min(${FIRST_PAUSE_MS} << ${doublings}, ${MAX_PAUSE_MS}) end`,
        },
        setWhere: sql`sign_in_guesses.paused_until <= ${now}`,
      })
      .returning({ guesses: signInGuesses.guesses }),
    db
      .select({ pausedUntil: signInGuesses.pausedUntil })
      .from(signInGuesses)
      .where(eq(signInGuesses.subject, subject)),
  ]);
  return counted ?? { pausedUntil: row?.pausedUntil ?? now };
}

/** Statement that ends the pause and the count, after a proof of who signs in. */
export function forgetGuesses(db: Db, of: GuessSubject) {
  return db.delete(signInGuesses).where(eq(signInGuesses.subject, keyOf(of)));
}

export async function forgetOldGuesses(db: Db, now: number): Promise<void> {
  const before = now - LIMITS.guessMemoryHours * 60 * MINUTE_MS;
  await db.delete(signInGuesses).where(lte(signInGuesses.guessedAt, before));
}
