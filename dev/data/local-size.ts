/**
 * The size of the local service: `PLATEN_DATABASES` and `PLATEN_RENDER_WORKERS`, by default one of each. The number of
 * databases is kept with the data, so that a later start and other commands find all accounts.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { MAX_SHARDS } from "#store/secrets/shard-mark.ts";
import type { Size } from "../../tools/built-worker.ts";
import { STATE_DIR } from "../../tools/paths.ts";

const DATABASES = z.coerce.number().int().min(1).max(MAX_SHARDS).default(1);
const RENDER_WORKERS = z.coerce.number().int().min(1).default(1);

/** @throws Error that names the variable. */
function read(schema: z.ZodType<number>, name: string): number {
  const parsed = schema.safeParse(process.env[name]);
  if (!parsed.success) throw new Error(`${name} must be a number from 1, not ${process.env[name]}.`);
  return parsed.data;
}

const fileIn = (state: string) => join(state, "databases");

/** Databases of the data in `state`. */
export function keptDatabases(state: string): number {
  try {
    return DATABASES.parse(readFileSync(fileIn(state), "utf8"));
  } catch {
    return 1;
  }
}

export function keepDatabases(state: string, count: number): void {
  mkdirSync(dirname(fileIn(state)), { recursive: true });
  writeFileSync(fileIn(state), `${count}\n`);
}

/** The size that a start has. Remembers its databases. */
export function startSize(): Size {
  const count = Math.max(read(DATABASES, "PLATEN_DATABASES"), keptDatabases(STATE_DIR));
  if (count > 1) keepDatabases(STATE_DIR, count);
  return {
    databases: Array.from({ length: count }, () => 1),
    renderWorkers: read(RENDER_WORKERS, "PLATEN_RENDER_WORKERS"),
  };
}
