/** D1: the database, and its migrations. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { nameOf } from "../built-worker.ts";
import { ROOT } from "../paths.ts";
import { Refusal } from "./refusal.ts";
import { type Deployment, inAccount, named, type Step, type Target } from "./step.ts";

const NAME = "platen";
/** Wrangler's table of the migrations that were applied. */
const APPLIED = "d1_migrations";

const Databases = z.array(z.object({ uuid: z.string(), name: z.string() }));
const Row = z.object({ name: z.string() });

/** `index`: the number of one of several databases. */
export function databaseName(target: Target, index = 0): string {
  return named(target, nameOf(NAME, index));
}

/** The database's id; null if it does not exist. */
export async function findDatabase(target: Target, index = 0): Promise<string | null> {
  const name = databaseName(target, index);
  const path = inAccount(target, `d1/database?name=${encodeURIComponent(name)}`);
  const databases = await target.account.cloudflare.read(path, Databases);
  return databases.find((database) => database.name === name)?.uuid ?? null;
}

export function databaseStep(target: Target, index = 0): Step {
  const { cloudflare } = target.account;
  const name = databaseName(target, index);
  return {
    name: `database ${name}`,
    async look() {
      return (await findDatabase(target, index)) ? null : "create";
    },
    async change() {
      await cloudflare.write("POST", inAccount(target, "d1/database"), { name });
    },
    async loss() {
      return (await findDatabase(target, index))
        ? "all accounts, keys, jobs and credits, with the backups of the last 30 days"
        : null;
    },
    async remove() {
      const id = await findDatabase(target, index);
      if (id) await cloudflare.write("DELETE", inAccount(target, `d1/database/${id}`));
    },
  };
}

/** Whether a database has accounts, so that an operator must have its keys. */
export async function hasAccounts(target: Target): Promise<boolean> {
  for (const index of target.environment.databases.keys())
    if (await databaseHasAccounts(target, index)) return true;
  return false;
}

async function databaseHasAccounts(target: Target, index: number): Promise<boolean> {
  const id = await findDatabase(target, index);
  if (!id) return false;
  const { cloudflare } = target.account;
  const path = inAccount(target, `d1/database/${id}`);
  const tables = await cloudflare.query(path, "select name from sqlite_schema where name = 'accounts'", Row);
  if (tables.length === 0) return false;
  return (await cloudflare.query(path, "select id as name from accounts limit 1", Row)).length > 0;
}

/** The migrations of this checkout that the database does not have. */
async function pending(deployment: Deployment, index: number): Promise<string[]> {
  const files = readdirSync(join(ROOT, "migrations")).filter((file) => file.endsWith(".sql"));
  const id = await findDatabase(deployment, index);
  if (!id) return files;
  const path = inAccount(deployment, `d1/database/${id}`);
  const { cloudflare } = deployment.account;
  const tables = await cloudflare.query(path, "select name from sqlite_schema where type = 'table'", Row);
  const ours = tables.map(({ name }) => name).filter((name) => !/^(_cf_|sqlite_)/.test(name));
  if (ours.length === 0) return files;
  const name = databaseName(deployment, index);
  if (!ours.includes(APPLIED))
    throw new Refusal(`The account has a database ${name} of another application. Rename or delete it.`);
  const applied = await cloudflare.query(path, `select name from ${APPLIED}`, Row);
  const unknown = applied.filter((row) => !files.includes(row.name));
  if (unknown.length > 0)
    throw new Refusal(
      `The database ${name} has migrations that this checkout does not have: ${unknown.map((row) => row.name).join(", ")}. Deploy from a newer checkout.`,
    );
  return files.filter((file) => !applied.some((row) => row.name === file));
}

/** @param configure Writes the API Worker's configuration and returns its path. Wrangler reads the database's id from it. */
export function migrationsStep(
  deployment: Deployment,
  index: number,
  configure: () => Promise<string>,
): Step {
  return {
    name: index === 0 ? "migrations" : `migrations of ${databaseName(deployment, index)}`,
    async look() {
      const files = await pending(deployment, index);
      return files.length > 0 ? `apply ${files.join(", ")}` : null;
    },
    async change() {
      await deployment.wrangler([
        "d1",
        "migrations",
        "apply",
        nameOf("DB", index, "_"),
        "--remote",
        "-c",
        await configure(),
      ]);
    },
    loss: async () => null,
    remove: async () => {},
  };
}
