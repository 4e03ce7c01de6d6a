/** `npm run dev` runs the same service as `npm start`, from its sources and with hot reload. */
import { createLogger, createServer, type Logger } from "vite";
import { STATE_DIR } from "../tools/paths.ts";
import { run } from "../tools/run.ts";
import { sentence } from "../tools/sentence.ts";
import { site } from "../vite.config.ts";
import { Statements } from "./data/local-d1.ts";
import { DATABASE_ID } from "./data/local-miniflare.ts";
import { startSize } from "./data/local-size.ts";
import { CRON_MS, prepareLocal } from "./prepare.ts";
import { isNoise } from "./process/noise.ts";
import { requireFreePort } from "./process/ports.ts";
import { announce } from "./process/running.ts";
import { onStop, stopWith } from "./process/stop.ts";
import { claimForService, readPort, welcome } from "./start-options.ts";

process.env.WRANGLER_LOG = "warn";
process.env.WRANGLER_SEND_METRICS = "false";
process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";

/** Cloudflare's Vite plugin does not export its Miniflare, but it serves Wrangler's local explorer, which writes to D1. */
async function storeThroughExplorer(origin: string, body: unknown): Promise<void> {
  const response = await fetch(`${origin}/cdn-cgi/local/explorer/api/d1/database/${DATABASE_ID}/raw`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ batch: Statements.parse(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
}

function logger(): Logger {
  const plain = createLogger();
  return {
    ...plain,
    warn(message, options) {
      // Miniflare starts a new workerd, but the plugin does not load its modules into it.
      if (message.includes("The Workers runtime crashed"))
        stopWith("The Workers' runtime has crashed. Start again: npm run dev");
      else plain.warn(message, options);
    },
    error(message, options) {
      if (!isNoise(message)) plain.error(message, options);
    },
  };
}

await run(async () => {
  const port = readPort();
  const claim = await claimForService(port);
  onStop(claim.release);
  await requireFreePort(port);
  const { databases, renderWorkers } = startSize();
  if (databases.length > 1 || renderWorkers > 1)
    throw new Error(
      "npm run dev has one database and one render Worker. This folder's service has more: npm start",
    );
  const origin = `http://localhost:${port}`;
  const { demo, stripe, vars, limits } = await prepareLocal(origin);
  const vite = await createServer({
    ...site({ stateDir: STATE_DIR, vars, limits, notFound: "single-page-application" }),
    configFile: false,
    customLogger: logger(),
    server: { port, strictPort: true },
  });
  await vite.listen();
  const announced = await announce(origin, (body) => storeThroughExplorer(origin, body));
  const clock = setInterval(() => {
    fetch(`${origin}/cdn-cgi/handler/scheduled`).catch((error) =>
      console.error(`The sweep did not run. ${sentence(error)}`),
    );
  }, CRON_MS);
  onStop(async () => {
    clearInterval(clock);
    announced.close();
    await Promise.all([vite.close(), stripe.close()]);
  });
  console.log(welcome(demo));
});
