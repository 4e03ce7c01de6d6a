/** `npm start`: the whole service on one port, everything made on the way. `PORT` chooses it, `--fresh` begins anew. */
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { PLANS } from "#contract/plans.ts";
import { DEMO_TIER, type Demo } from "./demo.ts";
import { DEMO_FILE, STATE_DIR } from "./paths.ts";
import { run } from "./run.ts";
import { findRunning } from "./running.ts";
import { startService } from "./service.ts";
import { onStop } from "./stop.ts";

const Port = z.coerce.number().int().min(1).max(65_535).default(8787);

function welcome({ baseUrl, email, password, apiKey }: Demo): string {
  return `
Platen is running at ${baseUrl}

  Sign in    ${email}   password ${password}   (${PLANS[DEMO_TIER].name} plan)
  API key    ${apiKey}
  Try it     curl ${baseUrl}/api/v1/jobs -H 'x-api-key: ${apiKey}' \\
               -H 'Content-Type: application/json' -H 'Prefer: wait=30' -H 'Accept: application/pdf' \\
               -d '{"url":"https://example.com"}' -o page.pdf

Ctrl-C stops it. What follows is its log; mails appear here as links.
`;
}

await run(async () => {
  const { values } = parseArgs({ options: { fresh: { type: "boolean" } } });
  const port = Port.parse(process.env.PORT);
  const other = await findRunning();
  if (other) {
    throw new Error(
      `Platen already runs at ${other.origin} on this folder's data. Stop it, or start a second one beside it: PORT=${port + 1} PLATEN_DIR=.wrangler/second npm start`,
    );
  }
  if (values.fresh)
    await Promise.all([STATE_DIR, DEMO_FILE].map((path) => rm(path, { recursive: true, force: true })));
  const service = await startService({ port, log: (line) => console.log(line) });
  onStop(service.close);
  console.log(welcome(service.demo));
});
