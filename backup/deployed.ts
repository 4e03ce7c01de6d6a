/** The database of a deployed service, through Cloudflare's API and Wrangler. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { databaseName, findDatabase } from "../tools/deploy/database.ts";
import { Refusal } from "../tools/deploy/refusal.ts";
import { inAccount, type Target } from "../tools/deploy/step.ts";
import type { Wrangler } from "../tools/deploy/wrangler.ts";
import type { Database } from "./place.ts";

function* linesOf(statements: Iterable<string>): Generator<string> {
  for (const statement of statements) yield `${statement};\n`;
}

/** @throws Refusal if the account does not have the database. */
export async function openDeployed(target: Target, wrangler: Wrangler, index = 0): Promise<Database> {
  const { account } = target;
  const name = databaseName(target, index);
  const id = await findDatabase(target, index);
  if (!id) throw new Refusal(`The account ${account.name} has no database ${name}.`);
  const temporary = await mkdtemp(join(tmpdir(), "platen-"));
  const config = join(temporary, "wrangler.json");
  const binding = { binding: "DB", database_name: name, database_id: id };
  await writeFile(
    config,
    JSON.stringify({ name: "platen-keep", account_id: account.id, d1_databases: [binding] }),
  );
  const d1 = (action: string, args: readonly string[]) =>
    wrangler(["d1", action, "DB", "--remote", ...args, "-c", config]);
  return {
    async exportSql(file) {
      await d1("export", ["--output", file, "--skip-confirmation"]);
    },
    query: (sql) => account.cloudflare.query(inAccount(target, `d1/database/${id}`), sql, z.unknown()),
    async runAll(statements) {
      const file = join(temporary, "restore.sql");
      await pipeline(Readable.from(linesOf(statements)), createWriteStream(file, { mode: 0o600 }));
      // D1 returns to its state before the file when a statement of it fails.
      await d1("execute", ["--yes", "--file", file]);
    },
    close: () => rm(temporary, { recursive: true }),
  };
}
