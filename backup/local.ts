/** The database and the bucket of the local service, which must not run meanwhile. */
import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { localMiniflare } from "../dev/data/local-miniflare.ts";
import { repeated, runBatch } from "../dev/data/repeated.ts";
import { claimFolder } from "../dev/process/claim.ts";
import { STATE_DIR } from "../tools/paths.ts";
import type { Place } from "./place.ts";

/** What Miniflare returns for an export: one row, each column of which is a statement. It is D1's own format. */
const Export = z.array(z.array(z.string())).length(1);

/** Opens a database and the bucket of a service in `state`. The caller must hold its folder. */
export async function openState(state: string, index = 0): Promise<Place> {
  const miniflare = localMiniflare(state, index, "export default {}");
  const db = await miniflare.getD1Database("DB");
  const bucket = await miniflare.getR2Bucket("RESULTS");
  return {
    async exportSql(file) {
      const pragma = db.prepare("PRAGMA miniflare_d1_export(?,?,?);");
      const [lines] = Export.parse(await repeated(() => pragma.bind(false, false).raw()));
      await writeFile(file, `${lines?.join("\n")}\n`, { mode: 0o600 });
    },
    query: async (sql) => (await repeated(() => db.prepare(sql).all())).results,
    async runAll(statements) {
      await runBatch(
        db,
        Array.from(statements, (statement) => db.prepare(statement)),
      );
    },
    async read(key) {
      const object = await repeated(() => bucket.get(key));
      return object && new Blob([await object.arrayBuffer()]).stream();
    },
    async write(key, { path }) {
      const bytes = await readFile(path);
      await repeated(() => bucket.put(key, bytes));
    },
    close: () => miniflare.dispose(),
  };
}

/** @throws Error when the service runs. */
export async function openLocal(index: number): Promise<Place> {
  const claim = await claimFolder();
  if (!("release" in claim))
    throw new Error(`The service is running (${claim.origin}). Stop it first, then repeat the command.`);
  const place = await openState(STATE_DIR, index);
  return {
    ...place,
    async close() {
      await place.close();
      await claim.release();
    },
  };
}
