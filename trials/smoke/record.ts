/** Keeps the newest result for each host, to compare with. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { SERVICE_DIR } from "../../tools/paths.ts";

const Row = z.object({
  name: z.string(),
  state: z.enum(["ok", "failed", "skipped"]),
  ms: z.number(),
  detail: z.string(),
  phases: z.record(z.string(), z.number()),
});
export type Row = z.infer<typeof Row>;

const LastRun = z.object({ at: z.iso.datetime(), rows: z.array(Row) });
type LastRun = z.infer<typeof LastRun>;

function fileOf(origin: string): string {
  return join(SERVICE_DIR, "smoke", `${new URL(origin).host.replace(":", "-")}.json`);
}

/** The last result; null if there is no such file. */
export function readLast(origin: string): LastRun | null {
  try {
    return LastRun.parse(JSON.parse(readFileSync(fileOf(origin), "utf8")));
  } catch {
    return null;
  }
}

/** Returns the file. */
export function save(origin: string, rows: Row[]): string {
  const file = fileOf(origin);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`);
  return file;
}
