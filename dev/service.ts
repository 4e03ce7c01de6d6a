/** Both Workers, as built, with everything they are bound to, in one workerd on one port. */
import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  MiniflareCoreError,
  type V4ModuleDefinition,
} from "miniflare";
import { z } from "zod";
import { JobMessage } from "#contract/job/scheduling.ts";
import { buildIfStale } from "../tools/build.ts";
import { ROOT, STATE_DIR } from "../tools/paths.ts";
import { sentence } from "../tools/sentence.ts";
import type { Demo } from "./data/demo.ts";
import { batchOn, Statements } from "./data/local-d1.ts";
import { CRON_MS, prepareLocal } from "./prepare.ts";
import { isNoise } from "./process/noise.ts";
import { requireFreePort } from "./process/ports.ts";
import { announce } from "./process/running.ts";

// Wrangler would tell which secrets it found where, and its maker that it ran.
process.env.WRANGLER_LOG = "error";
process.env.WRANGLER_SEND_METRICS = "false";
const { unstable_getMiniflareWorkerOptions } = await import("wrangler");

const Vars = z.record(z.string(), z.string());

/** What a tool may have the running service do: write to D1, or put messages into the queue of jobs. */
const Command = z.union([Statements, z.object({ enqueue: z.array(JobMessage) })]);

class ServiceLog extends Log {
  private readonly onFailure: (reason: string) => void;

  constructor(onFailure: (reason: string) => void) {
    super(LogLevel.ERROR);
    this.onFailure = onFailure;
  }

  override error(error: Error): void {
    // Miniflare starts a crashed workerd again, and reports only here that it could not.
    if (error instanceof MiniflareCoreError && error.code === "ERR_RUNTIME_FAILURE")
      this.onFailure(
        `The Workers' runtime has crashed and does not start again. ${sentence(error.cause ?? error)}`,
      );
    else if (!isNoise(error.message)) super.error(error);
  }
}

export interface Service {
  origin: string;
  demo: Demo;
  close(): Promise<void>;
}

export interface ServiceOptions {
  port: number;
  /** Told what the Workers log, a line at a time. */
  log(line: string): void;
  /** Variables that differ from those of work on one machine. */
  vars?: Record<string, string>;
  /** Where a debugger finds the Workers; none without. */
  inspectorPort?: number | undefined;
  /** Called with a sentence when workerd has crashed and cannot be started again. */
  onCrash(reason: string): void;
}

const MODULE_TYPES = new Map<string, V4ModuleDefinition["type"]>([
  [".js", "ESModule"],
  [".wasm", "CompiledWasm"],
  [".bin", "Data"],
  [".txt", "Text"],
]);

/** The entry first, then every other module that the build put beside it. */
async function modules(folder: string, main: string): Promise<V4ModuleDefinition[]> {
  const paths = (await readdir(folder, { recursive: true })).map((path) => join(folder, path));
  return [main, ...paths.filter((path) => path !== main)].flatMap((path) => {
    const type = MODULE_TYPES.get(extname(path));
    return type === undefined ? [] : [{ type, path }];
  });
}

async function builtWorker(name: string, bindings: Record<string, string>) {
  const folder = join(ROOT, "dist", name.replace("-", "_"));
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(join(folder, "wrangler.json"));
  if (main === undefined) throw new Error(`${folder} has no main module.`);
  return {
    ...workerOptions,
    modulesRules: undefined,
    name,
    rootPath: folder,
    modules: await modules(folder, main),
    bindings: { ...Vars.parse(workerOptions.bindings), ...bindings },
  };
}

/** Makes what is missing on the way: browser, build, secrets, database, accounts. Throws a sentence for people. */
export async function startService({
  port,
  log,
  vars = {},
  inspectorPort,
  onCrash,
}: ServiceOptions): Promise<Service> {
  await requireFreePort(port);
  const origin = `http://localhost:${port}`;
  const [local] = await Promise.all([prepareLocal(origin, vars), buildIfStale()]);
  const { demo, stripe } = local;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "localhost",
      port,
      cf: false,
      ...(inspectorPort === undefined ? {} : { inspectorPort }),
      log: new ServiceLog(onCrash),
      handleStructuredLogs: ({ message }) => {
        if (!isNoise(message)) log(message);
      },
      resourcePersistencePath: join(STATE_DIR, "v3"),
      workers: [
        await builtWorker("platen-api", local.vars.api),
        await builtWorker("platen-render", local.vars.render),
      ],
    }),
  );
  await miniflare.ready;
  // Asked for each time: what Miniflare hands out does not survive a restart of workerd.
  const announced = await announce(origin, async (body) => {
    const command = Command.parse(body);
    if ("enqueue" in command) {
      const queue = await miniflare.getQueueProducer("JOBS", "platen-api");
      await queue.sendBatch(command.enqueue.map((job) => ({ body: job })));
    } else await batchOn(await miniflare.getD1Database("DB", "platen-api"))(command);
  });
  const sweep = setInterval(() => {
    miniflare
      .getWorker("platen-api")
      .then((api) => api.scheduled({ cron: "* * * * *" }))
      .catch((error) => console.error(`The sweep did not run. ${sentence(error)}`));
  }, CRON_MS);
  return {
    origin,
    demo,
    async close() {
      clearInterval(sweep);
      announced.close();
      await Promise.all([miniflare.dispose(), stripe.close()]);
    },
  };
}
