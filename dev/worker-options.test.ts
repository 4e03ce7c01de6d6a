import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { workerOptionsOf } from "./worker-options.ts";

test("the options are kept as Wrangler reads them, until the configuration changes", async () => {
  const dist = await mkdtemp(join(tmpdir(), "platen-"));
  onTestFinished(() => rm(dist, { recursive: true }));
  await mkdir(join(dist, "worker"));
  const path = join(dist, "worker", "wrangler.json");
  const configure = (queue: string) =>
    writeFile(
      path,
      JSON.stringify({
        name: "worker",
        main: "index.js",
        compatibility_date: "2026-10-12",
        vars: { PLAN: "pro" },
        queues: { consumers: [{ queue, max_batch_size: 1 }] },
        ratelimits: [{ name: "LIMIT", namespace_id: "1", simple: { limit: 5, period: 60 } }],
      }),
    );
  await configure("first");
  const first = await workerOptionsOf(path);
  expect(first).toEqual(unstable_getMiniflareWorkerOptions(path));
  const kept = join(dist, "worker.wrangler.json");
  await writeFile(kept, (await readFile(kept, "utf8")).replace('"PLAN":"pro"', '"PLAN":"kept"'));
  expect((await workerOptionsOf(path)).workerOptions.bindings).toEqual({ PLAN: "kept" });

  await configure("second");
  const second = await workerOptionsOf(path);
  expect(second).toEqual(unstable_getMiniflareWorkerOptions(path));
  expect(second).not.toEqual(first);
});
