/** The second database of vitest.config.ts, for tests of several databases. Undefined in projects without one. */
import { env } from "cloudflare:workers";

export const secondDatabase: D1Database | undefined = Reflect.get(env, "SECOND_DB");

/** The environment of a service with two databases. Other changes: what `others` holds. */
export function withTwoDatabases<Bindings extends object>(bindings: Bindings, others: object = {}): Bindings {
  if (!secondDatabase) throw new Error("The project has no second database.");
  const added = Object.getOwnPropertyDescriptors({ DB_1: secondDatabase, ...others });
  return Object.create(bindings, added);
}
