/**
 * `npm run fuzz [-- --requests N --seed N]` sends requests from valid to absurd, made from the API's OpenAPI document. It
 * prints how often each operation returned each status, and exits 1 on a 5xx or a response without the documented shape.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { run } from "../../tools/run.ts";

// Its own data folder, because a run makes thousands of accounts.
process.env.PLATEN_DIR ??= ".wrangler/fuzz";
const { findRunning } = await import("../../dev/process/running.ts");
const { fuzz } = await import("./fuzz.ts");

const MAX_SHOWN = 40;

const Options = z.object({
  requests: z.coerce.number().int().min(1).default(20_000),
  seed: z.coerce.number().int().default(1),
});

/** The running service of this folder, or one that is started here and ends with this command. */
async function service(): Promise<{ origin: string; close(): Promise<void> }> {
  const running = await findRunning();
  if (running) return { origin: running.origin, async close() {} };
  const { freePort } = await import("../../dev/process/ports.ts");
  const { startService } = await import("../../dev/service.ts");
  const { onStop, stopWith } = await import("../../dev/process/stop.ts");
  // The Workers' log without mails helps to find a fault.
  const log = (line: string) => {
    if (!line.startsWith("Mail to ")) console.error(line);
  };
  const started = await startService({ port: await freePort(), log, onCrash: stopWith });
  onStop(started.close);
  return started;
}

await run(async () => {
  const { values } = parseArgs({ options: { requests: { type: "string" }, seed: { type: "string" } } });
  const { requests, seed } = Options.parse(values);
  const { origin, close } = await service();
  const startedAt = performance.now();
  const { counts, faults } = await fuzz({ baseUrl: origin, requests, seed });
  await close();
  const totals = new Map<number, number>();
  for (const [name, statuses] of [...counts].sort()) {
    const sorted = [...statuses].sort(([a], [b]) => a - b);
    console.log(
      `${name.padEnd(46)}${sorted.map(([status, count]) => `${status || "none"} × ${count}`).join("  ")}`,
    );
    for (const [status, count] of sorted) totals.set(status, (totals.get(status) ?? 0) + count);
  }
  const all = [...totals]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status || "none"} × ${count}`);
  console.log(`\n${"all".padEnd(46)}${all.join("  ")}`);
  console.log(`${requests} requests, seed ${seed}, ${Math.round((performance.now() - startedAt) / 1000)} s`);
  for (const { name, what, requestId, sent } of faults.slice(0, MAX_SHOWN))
    console.error(`\n${name}: ${what} ${requestId}\n${JSON.stringify(sent)}`);
  if (faults.length > 0) throw new Error(`\n${faults.length} responses are wrong.`);
});
