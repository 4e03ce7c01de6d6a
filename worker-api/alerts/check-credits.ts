/** Compares each account's used credits with its ledger, some accounts in each run of the sweep. */
import { z } from "zod";
import { log } from "#log/log.ts";
import { noteReadings } from "#store/alerts/alerts.ts";
import { readCredits } from "#store/alerts/readings.ts";
import type { Db } from "#store/db.ts";
import { openDbs } from "#store/shards.ts";
import { readPosition, writePosition } from "#store/sweep/walks.ts";
import { type AlertEnv, hasAlerts } from "./watch.ts";

const WALK = "credits";

/** The database and the last account that the walk has seen, and how many differ so far. */
const Position = z.object({ shard: z.number().default(0), after: z.string(), differ: z.number() });
const START = { shard: 0, after: "", differ: 0 };

/** Compares the next `batch` accounts of all databases, one after the other. `db`: database 0. Returns 0, so that each run compares one batch. */
export async function checkCredits(env: AlertEnv, db: Db, now: number, batch: number): Promise<number> {
  const stored = await readPosition(db, WALK);
  const { shard, after, differ } = stored ? Position.parse(JSON.parse(stored)) : START;
  const dbs = openDbs(env);
  const rows = await readCredits(dbs[shard] ?? db, after, batch);
  const wrong = rows.filter(({ differs }) => differs);
  for (const { id } of wrong)
    log.error("The credits of an account differ from its ledger.", {
      event: "credits_differ",
      accountId: id,
    });
  const value = differ + wrong.length;
  const last = rows.length < batch ? undefined : rows.at(-1);
  const following = shard + 1 < dbs.length ? { shard: shard + 1, after: "" } : null;
  const next = last ? { shard, after: last.id } : following;
  // The alert ends only after a whole walk without a difference.
  if (hasAlerts(env) && (value > 0 || !next))
    await noteReadings(db, [{ kind: "credits_differ", value }], now);
  await writePosition(db, WALK, next && JSON.stringify({ ...next, differ: value }));
  return 0;
}
