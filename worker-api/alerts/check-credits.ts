/** Compares each account's used credits with its ledger, some accounts in each run of the sweep. */
import { z } from "zod";
import { log } from "#log/log.ts";
import { noteReadings } from "#store/alerts/alerts.ts";
import { readCredits } from "#store/alerts/readings.ts";
import type { Db } from "#store/db.ts";
import { readPosition, writePosition } from "#store/sweep/walks.ts";
import { type AlertEnv, hasAlerts } from "./watch.ts";

const WALK = "credits";

/** The last account that the walk has seen, and how many differ so far. */
const Position = z.object({ after: z.string(), differ: z.number() });

/** Compares the next `batch` accounts. Returns 0, so that each run compares one batch. */
export async function checkCredits(env: AlertEnv, db: Db, now: number, batch: number): Promise<number> {
  const stored = await readPosition(db, WALK);
  const { after, differ } = stored ? Position.parse(JSON.parse(stored)) : { after: "", differ: 0 };
  const rows = await readCredits(db, after, batch);
  const wrong = rows.filter(({ differs }) => differs);
  for (const { id } of wrong)
    log.error("The credits of an account differ from its ledger.", {
      event: "credits_differ",
      accountId: id,
    });
  const value = differ + wrong.length;
  const last = rows.length < batch ? undefined : rows.at(-1);
  // The alert ends only after a whole walk without a difference.
  if (hasAlerts(env) && (value > 0 || !last))
    await noteReadings(db, [{ kind: "credits_differ", value }], now);
  await writePosition(db, WALK, last ? JSON.stringify({ after: last.id, differ: value }) : null);
  return 0;
}
