/**
 * `npm start`: the whole service on one port, everything made on the way. `PORT` chooses it, `--fresh` begins anew,
 * `--inspect N` lets a debugger in on port N.
 */
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { DEMO_FILE, STATE_DIR } from "../tools/paths.ts";
import { run } from "../tools/run.ts";
import { requireFreePort } from "./process/ports.ts";
import { onStop, stopWith } from "./process/stop.ts";
import { claimForService, parsePort, readPort, welcome } from "./start-options.ts";

await run(async () => {
  const { values } = parseArgs({ options: { fresh: { type: "boolean" }, inspect: { type: "string" } } });
  const port = readPort();
  const inspectorPort = values.inspect === undefined ? undefined : parsePort("--inspect", values.inspect);
  const claim = await claimForService(port);
  onStop(claim.release);
  await requireFreePort(port);
  if (values.fresh) {
    for (const path of [STATE_DIR, DEMO_FILE]) await rm(path, { recursive: true, force: true });
  }
  // Only now: it brings Wrangler with it, and what is wrong should be said at once.
  const { startService } = await import("./service.ts");
  const service = await startService({
    port,
    log: (line) => console.log(line),
    inspectorPort,
    onCrash: stopWith,
  });
  onStop(service.close);
  console.log(welcome(service.demo));
});
