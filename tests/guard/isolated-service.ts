/**
 * Runs inside the network namespace that `namespace.ts` makes: the whole service, with its guard, against the attacker's
 * internet. Prints a Report.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { JobRequestInput } from "#contract/job/request.ts";
import { JobCreated, JobView } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { createAccounts } from "../../dev/data/local-accounts.ts";
import { finishedJob } from "../../dev/job-client.ts";
import { claimFolder } from "../../dev/process/claim.ts";
import { startService } from "../../dev/service.ts";
import { STATE_DIR } from "../../tools/paths.ts";
import {
  BY_NAME,
  BY_RESERVED_NAME,
  DOCUMENT_ATTACKS,
  HIDDEN_ATTACKS,
  REDIRECTS,
  RESOURCE_ATTACKS,
  SECURE_ATTACKS,
  SPECULATION_ATTACKS,
} from "./attacks.ts";
import { startInternet } from "./internet.ts";
import {
  ATTACKER,
  ATTACKER_TLS,
  CANARIES,
  type CanaryName,
  FRAMED_AGAIN,
  HALF,
  HALF_STYLED,
  NAME_SERVICE_PORT,
  Part,
  REBINDING,
  SECURE_ATTACKER,
} from "./network.ts";
import type { Report } from "./report.ts";
import { CLICKED, FEW_WINDOWS, GIVEN, WINDOW_ATTACKS, windows } from "./windows.ts";

const PORT = 8950;
const MAX_AT_ONCE = 4;
/** Errors that a busy machine can cause. Such an attack is tried once more; what reached the canary still counts. */
const LATE = new Set<string>(["page_timeout", "service_unavailable"]);

const part = Part.parse(process.argv[2]);
const internet = await startInternet(part !== "names");
await claimFolder();
const service = await startService({
  port: PORT,
  log: (line) => console.error(line),
  onCrash: (reason) => console.error(reason),
  vars: {
    ALLOW_PRIVATE_TARGETS: "false",
    DNS_OVER_HTTPS: `http://127.0.0.1:${NAME_SERVICE_PORT}/dns-query`,
    // One browser, so that all jobs share it.
    BROWSERS: "1",
    TABS_PER_BROWSER: String(MAX_AT_ONCE),
  },
});

const jobs: Report["jobs"] = {};
const keys: string[] = [];
for await (const accounts of createAccounts({ count: 14, tier: "pro" })) {
  for (const { apiKey } of accounts) {
    keys.push(...Array.from({ length: PLANS.pro.requestsPerMinute - 1 }, () => apiKey));
  }
}

async function render(
  name: string,
  options: JobRequestInput["options"] = {},
  input: Omit<JobRequestInput, "options"> = { url: name },
): Promise<void> {
  const job = () => jobOf({ ...input, options: { ...options, responseType: "buffer" } });
  // A busy machine can drop a request. What reached the canary still counts.
  jobs[name] = await job().catch((error: unknown) => {
    console.error(error);
    return job();
  });
}

async function jobOf(request: JobRequestInput): Promise<JobView> {
  const apiKey = keys.pop() ?? "";
  const response = await fetch(`${service.origin}/api/v1/jobs`, {
    method: "POST",
    headers: {
      "x-api-key": apiKey,
      "content-type": "application/json",
      prefer: `wait=${LIMITS.waitSeconds}`,
    },
    body: JSON.stringify(request),
  });
  const created: unknown = await response.json();
  return response.status === 202
    ? finishedJob({ baseUrl: service.origin, apiKey }, JobCreated.parse(created).jobId)
    : JobView.parse(created);
}

async function renderAll(urls: readonly string[]): Promise<void> {
  const waiting = [...urls];
  await Promise.all(
    Array.from({ length: MAX_AT_ONCE }, async () => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        await render(url);
        if (LATE.has(jobs[url]?.error?.code ?? "")) await render(url);
      }
    }),
  );
}

function attack(canary: CanaryName, names: readonly string[], origin = ATTACKER): string[] {
  return names.map((name) => `${origin}/${canary}/${encodeURIComponent(name)}`);
}

/** On a busy machine, a page is captured before a script of its frames has run. */
function hasRun(url: string): boolean {
  return internet.visits().includes(`/ran${new URL(url).pathname}`);
}

async function openWindows(names: readonly string[]): Promise<void> {
  const urls = attack("port", names);
  await renderAll(urls);
  await renderAll(urls.filter((url) => !hasRun(url)));
}

/** The attacks of the attacker's pages, by address. */
async function attackByAddress(): Promise<void> {
  await renderAll([
    ...attack("v4", Object.keys({ ...DOCUMENT_ATTACKS, ...RESOURCE_ATTACKS, ...SPECULATION_ATTACKS })),
    ...attack("v6", REDIRECTS),
    ...attack("port", Object.keys(HIDDEN_ATTACKS)),
    ...attack("port", Object.keys(SECURE_ATTACKS), SECURE_ATTACKER),
  ]);
  await openWindows(FEW_WINDOWS);
  await render(`${ATTACKER}/port/${encodeURIComponent(CLICKED)}`, { click: ["#bait"] });
  const given = `${CANARIES.port}/port/${encodeURIComponent(GIVEN)}`;
  await render(GIVEN, {}, { html: windows(given).body, baseUrl: ATTACKER });
  for (const url of FRAMED_AGAIN) await render(url);
  await render(ATTACKER_TLS);
}

/** The attacks of the attacker's pages by name, and on other jobs. */
async function attackByName(): Promise<void> {
  await renderAll([...attack("name", BY_NAME), ...attack("reserved", BY_RESERVED_NAME)]);
  await renderAll([HALF, HALF_STYLED]);
  await render(`${ATTACKER}/state/leave`);
  await render(`${ATTACKER}/state/look`);
  await Promise.all(["first", "second"].map((which) => render(`${ATTACKER}/state/call?${which}`)));
  await render(`${ATTACKER}/state/open`);
  await render(`${ATTACKER}/state/grows`, { outputType: "screenshot" });
}

async function countObjects(): Promise<number> {
  const files = await readdir(join(STATE_DIR, "v3", "r2"), { recursive: true });
  return files.filter((file) => /[/]blobs[/]/.test(file)).length;
}

/** The fonts. */
const objectsAtFirst = await countObjects();
if (part === "attacks") await attackByAddress();
if (part === "windows") await openWindows(Object.keys(WINDOW_ATTACKS));
const connectionsByAddress = internet.canaryConnections();
if (part === "attacks") await attackByName();
await render(`${CANARIES.name}/direct`);
const canaryRequests = internet.canaryRequests();
await render(`${REBINDING}/page`);
if (part === "attacks") await render(`${ATTACKER}/pdf-at-first`);

const report: Report = {
  jobs,
  connectionsByAddress,
  canaryRequests,
  portRequests: internet.portRequests(),
  visits: internet.visits(),
  storedObjects: (await countObjects()) - objectsAtFirst,
};
await new Promise((resolve) => process.stdout.write(`${JSON.stringify(report)}\n`, resolve));
await service.close();
process.exit(0);
