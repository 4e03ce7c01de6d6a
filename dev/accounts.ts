/**
 * `npm run accounts -- --count N --tier free|starter|pro` makes verified accounts in the local D1 and prints them as JSON
 * lines. With several databases, `--database N` chooses one; 0 is the first.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { TIERS } from "#contract/plans.ts";
import { STATE_DIR } from "../tools/paths.ts";
import { run } from "../tools/run.ts";
import { createAccounts } from "./data/local-accounts.ts";
import { keptDatabases } from "./data/local-size.ts";

const Options = z.object({
  count: z.coerce.number().int().min(1).default(1),
  tier: z.enum(TIERS).default("free"),
  database: z.coerce
    .number()
    .int()
    .min(0)
    .max(keptDatabases(STATE_DIR) - 1)
    .default(0),
});

await run(async () => {
  const { values } = parseArgs({
    options: { count: { type: "string" }, tier: { type: "string" }, database: { type: "string" } },
  });
  const wanted = Options.parse(values);
  for await (const accounts of createAccounts(wanted)) {
    process.stdout.write(accounts.map((account) => `${JSON.stringify(account)}\n`).join(""));
  }
});
