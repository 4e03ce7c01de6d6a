/** A short soak on a service of its own, with every fault once. It checks the rules for jobs, not the speed. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { SERVICE_DIR } from "../../tools/paths.ts";
import { FAULT_NAMES } from "../../trials/soak/faults/names.ts";
import { type Ended, npmRun } from "../stage/command.ts";

const JOBS = 24;
/** With this seed, queue messages are repeated after workerd was killed, which finds stale connections in Node. */
const SEED = 2;
/** A job whose queue message was lost waits for the sweep, up to two minutes each time. */
const TIMEOUT_MS = 900_000;
vi.setConfig({ testTimeout: 30_000, hookTimeout: TIMEOUT_MS });

const Figures = z.object({
  jobs: z.number(),
  completed: z.number(),
  failed: z.record(z.string(), z.number()),
  broken: z.record(z.string(), z.array(z.string())),
  faults: z.array(z.object({ name: z.string(), hit: z.string() })),
  skipped: z.array(z.string()),
});

let ended: Ended;
let figures: z.infer<typeof Figures>;

beforeAll(async () => {
  const file = join(SERVICE_DIR, "soak.json");
  const jobs = ["--jobs", String(JOBS), "--seed", String(SEED)];
  ended = await npmRun("soak", [...jobs, "--faults", "all", "--json", file]);
  if (ended.stderr) console.log(ended.stderr);
  figures = Figures.parse(JSON.parse(await readFile(file, "utf8")));
});

test("every fault happens, or the report says why it was skipped", () => {
  const happened = figures.faults.map(({ name }) => name);
  const skipped = figures.skipped.flatMap((line) => line.split(":")[0] ?? []);
  expect(new Set([...happened, ...skipped])).toEqual(new Set(FAULT_NAMES));
});

test("no job is lost, stuck or charged wrongly, no page is blamed for our fault, and no process or file is left", () => {
  expect(figures.broken).toEqual({
    neverAccepted: [],
    lost: [],
    stuck: [],
    chargedWrongly: [],
    wronglyBlamed: [],
    orphans: [],
    leaked: [],
    wedged: [],
  });
  expect(ended.code).toBe(0);
});

test("every job completes or fails", () => {
  const failed = Object.values(figures.failed).reduce((sum, count) => sum + count, 0);
  expect(figures.jobs).toBe(JOBS);
  expect(figures.completed + failed).toBe(JOBS);
});
