import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, onTestFinished, test } from "vitest";
import { isKept } from "./kept.ts";
import { createAccount } from "./local-accounts.ts";
import { batchOn } from "./local-d1.ts";
import { migrate } from "./migrate.ts";

const FONTS = "fonts/1";

/** Runs the work on the data in `state`. */
async function inState(
  state: string,
  work: (db: Awaited<ReturnType<Miniflare["getD1Database"]>>, miniflare: Miniflare) => Promise<void>,
): Promise<void> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: join(state, "v3"),
      modules: true,
      script: "export default {}",
      compatibilityDate: "2026-10-12",
      d1Databases: ["DB"],
      r2Buckets: ["RESULTS"],
    }),
  );
  await work(await miniflare.getD1Database("DB"), miniflare);
  await miniflare.dispose();
}

test("a start makes its data again when a migration, the demo key or the fonts are missing", {
  tags: ["nightly"],
}, async () => {
  const state = await mkdtemp(join(tmpdir(), "platen-"));
  onTestFinished(() => rm(state, { recursive: true }));
  const demo = { baseUrl: "", ...(await newDemo(state)) };
  expect(await isKept(state, demo, FONTS)).toBe(false);
  await inState(state, async (_, miniflare) => {
    await (await miniflare.getR2Bucket("RESULTS")).put(FONTS, "bytes");
  });
  expect(await isKept(state, demo, FONTS)).toBe(true);
  expect(await isKept(state, demo, "fonts/2")).toBe(false);
  expect(await isKept(state, { ...demo, apiKey: "sk_live_other" }, FONTS)).toBe(false);
  expect(await isKept(join(state, "absent"), demo, FONTS)).toBe(false);

  const run = (sql: string) => inState(state, async (db) => void (await db.prepare(sql).run()));
  await run("update api_keys set revoked_at = 1");
  expect(await isKept(state, demo, FONTS)).toBe(false);
  await run("update api_keys set revoked_at = null");
  expect(await isKept(state, demo, FONTS)).toBe(true);
  await run("update d1_migrations set name = '0000_removed.sql'");
  expect(await isKept(state, demo, FONTS)).toBe(false);
});

async function newDemo(state: string) {
  let made: Awaited<ReturnType<typeof createAccount>> | undefined;
  await inState(state, async (db) => {
    await migrate(db);
    made = await createAccount({ tier: "starter" }, batchOn(db));
  });
  if (!made) throw new Error("unreachable");
  return made;
}
