/** The migrations of this checkout, oldest first. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../tools/paths.ts";
import type { Migration } from "./invert-migration.ts";

const FOLDER = join(ROOT, "migrations");

export function readMigrations(): Migration[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name) => ({ name, sql: readFileSync(join(FOLDER, name), "utf8") }));
}
