/** While no browser starts, jobs wait: no job fails, and no job is charged twice. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { prepareBrowser } from "../../dev/browser/index.ts";
import { ROOT } from "../../tools/paths.ts";
import { END_MS, OwnClient, OwnService, startGatedPage } from "../stage/own-service.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

const FOLDER = join(ROOT, ".wrangler", "no-browser-chrome");
const CHROME = join(FOLDER, "chrome");
const FAULT = join(FOLDER, "fault");

let service: OwnService;
/** API keys of unused accounts. */
let keys: string[];
let page: Awaited<ReturnType<typeof startGatedPage>>;

beforeAll(async () => {
  const launcher = await prepareBrowser();
  mkdirSync(FOLDER, { recursive: true });
  rmSync(FAULT, { force: true });
  // Runs the commands of the file FAULT if it exists, else starts the real browser.
  writeFileSync(CHROME, `#!/bin/sh\nif [ -e '${FAULT}' ]; then . '${FAULT}'; fi\nexec '${launcher}' "$@"\n`);
  chmodSync(CHROME, 0o755);
  page = await startGatedPage();
  page.open();
  const env = { CHROME_PATH: CHROME, PLATEN_CACHE: join(FOLDER, "cache") };
  service = await OwnService.start("no-browser", "start", env);
  keys = service.accounts(2);
});
afterAll(async () => {
  page.close();
  await service.killAll();
});

async function health(): Promise<unknown> {
  return (await fetch(`${service.api}/health`)).json();
}

test.for([
  ["fail at once", "exit 1"],
  ["hang", "exec sleep 600"],
] as const)(
  "while browsers %s at their start, jobs wait and health reports it; they complete once a browser starts",
  async ([, fault]) => {
    const client = new OwnClient(service, keys.pop() ?? "");
    writeFileSync(FAULT, fault);
    service.signal("browser", "SIGKILL");
    const jobs = await Promise.all(Array.from({ length: 5 }, () => client.create(page.url)));
    await expect
      .poll(health, { timeout: END_MS, interval: 1_000 })
      .toMatchObject({ status: "down", parts: { renderer: "down" }, reason: "browser_start_failed" });
    expect(await Promise.all(jobs.map((job) => client.status(job)))).toEqual(jobs.map(() => "pending"));
    rmSync(FAULT);
    for (const job of jobs) await client.expectCompleted(job);
    expect(await client.creditsUsed()).toBe(String(jobs.length));
  },
);
