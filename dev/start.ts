/**
 * `npm start` runs the whole service on one port and makes what it needs. `PORT` sets the port, `--fresh` deletes all
 * local data first, `--inspect N` accepts a debugger on port N.
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
  // Imported late because Wrangler, which it imports, takes a second to load. The errors above come first.
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
