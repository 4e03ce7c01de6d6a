import type { LocalD1, LocalStatement } from "./local-miniflare.ts";

/**
 * Calls workerd, once more after a failure. On a busy machine, it has closed the connection as idle before this process uses it
 * again. The call must be one that can be repeated.
 */
export function repeated<T>(call: () => Promise<T>): Promise<T> {
  return call().catch(call);
}

/** Runs all of the statements, or none. They must not run twice, so a query finds out first whether the connection is open. */
export async function runBatch(db: LocalD1, statements: LocalStatement[]): Promise<void> {
  await repeated(() => db.prepare("select 1").run());
  await db.batch(statements);
}
