/**
 * `npm start` runs the whole service on one port and makes what it needs. `PORT` and `HOST` set where it listens (in a
 * container, only 0.0.0.0 is reached from outside), `--fresh` deletes all local data first, `--inspect N` accepts a
 * debugger on port N, `--like-cloudflare` adds Cloudflare's latencies and limits.
 */
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { DEMO_FILE, STATE_DIR } from "../tools/paths.ts";
import { run } from "../tools/run.ts";
import { requireFreePort } from "./process/ports.ts";
import { onStop, stopWith } from "./process/stop.ts";
import {
  claimForService,
  likeCloudflareSeed,
  likeness,
  parsePort,
  readPort,
  welcome,
} from "./start-options.ts";

await run(async () => {
  const { values } = parseArgs({
    options: {
      fresh: { type: "boolean" },
      inspect: { type: "string" },
      "like-cloudflare": { type: "boolean" },
      seed: { type: "string" },
    },
  });
  const port = readPort();
  const inspectorPort = values.inspect === undefined ? undefined : parsePort("--inspect", values.inspect);
  const seed = likeCloudflareSeed(values["like-cloudflare"], values.seed);
  const claim = await claimForService(port);
  onStop(claim.release);
  await requireFreePort(port);
  if (values.fresh) {
    for (const path of [STATE_DIR, DEMO_FILE]) await rm(path, { recursive: true, force: true });
  }
  // Imported late because Miniflare, which it imports, takes half a second to load. The errors above come first.
  const { startService } = await import("./service.ts");
  const service = await startService({
    host: process.env.HOST,
    port,
    log: (line) => console.log(line),
    inspectorPort,
    likeCloudflareSeed: seed,
    onCrash: stopWith,
  });
  onStop(service.close);
  console.log(welcome(service.demo));
  if (seed !== undefined) console.log(likeness(seed));
});
