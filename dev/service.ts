/** Runs the built Workers, with all their bindings, in one workerd on one port. */
import { readdir, writeFile } from "node:fs/promises";
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
import { JobMessage, rendererOf } from "#contract/job/scheduling.ts";
import { buildIfStale } from "../tools/build.ts";
import { folderOf, nameOf, numberOf, readBuilt, type Size, workersOf } from "../tools/built-worker.ts";
import { ROOT, STATE_DIR } from "../tools/paths.ts";
import { sentence } from "../tools/sentence.ts";
import type { Demo } from "./data/demo.ts";
import { batchOn, Statements } from "./data/local-d1.ts";
import { startSize } from "./data/local-size.ts";
import { likeCloudflare } from "./like-cloudflare/index.ts";
import { watchMemory } from "./like-cloudflare/memory.ts";
import { CRON_MS, prepareLocal } from "./prepare.ts";
import { limitHeaps } from "./process/heap.ts";
import { isNoise } from "./process/noise.ts";
import { freePort, requireFreePort } from "./process/ports.ts";
import { announce } from "./process/running.ts";
import { workerOptionsOf } from "./worker-options.ts";

const Vars = z.record(z.string(), z.string());

/** What a tool can ask of the running service: write to D1, or send messages to the jobs' queues. */
const Command = z.union([
  Statements.transform((statements) => ({ database: 0, statements })),
  z.object({ database: z.int(), statements: Statements }),
  z.object({ enqueue: z.array(JobMessage) }),
]);

class ServiceLog extends Log {
  private readonly onFailure: (reason: string) => void;

  constructor(onFailure: (reason: string) => void) {
    super(LogLevel.ERROR);
    this.onFailure = onFailure;
  }

  override error(error: Error): void {
    // Miniflare restarts a workerd that crashed. When that fails, it reports so only here.
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
  /** Where it listens: `localhost` if this is not set. */
  host?: string | undefined;
  port: number;
  /** Called with each line that the Workers log. */
  log(line: string): void;
  /** Variables that override those of local work. */
  vars?: Record<string, string>;
  /** The port for a debugger. Without it, no debugger can connect. */
  inspectorPort?: number | undefined;
  /** Run as at Cloudflare, with random events from this seed. Without it, run as fast as this machine can. */
  likeCloudflareSeed?: number | undefined;
  /** Called with a sentence when workerd has crashed and cannot be started again. */
  onCrash(reason: string): void;
}

const MODULE_TYPES = new Map<string, V4ModuleDefinition["type"]>([
  [".js", "ESModule"],
  [".wasm", "CompiledWasm"],
  [".bin", "Data"],
  [".txt", "Text"],
]);

/** The modules of a built Worker: the entry first, as Miniflare requires, then all others in its folder. */
async function modules(folder: string, main: string): Promise<V4ModuleDefinition[]> {
  const paths = (await readdir(folder, { recursive: true })).map((path) => join(folder, path));
  return [main, ...paths.filter((path) => path !== main)].flatMap((path) => {
    const type = MODULE_TYPES.get(extname(path));
    return type === undefined ? [] : [{ type, path }];
  });
}

/** The configuration of a built Worker for this size, in a file beside it. */
async function configurationOf(name: string, size: Size): Promise<string> {
  const dist = join(ROOT, "dist");
  const { databases, renderWorkers } = size;
  if (databases.length === 1 && renderWorkers === 1) return join(folderOf(dist, name), "wrangler.json");
  const file = nameOf(`wrangler.${databases.length}x${renderWorkers}`, numberOf(name));
  const path = join(folderOf(dist, name), `${file}.json`);
  await writeFile(path, JSON.stringify(readBuilt(dist, name, size)));
  return path;
}

async function builtWorker(
  name: string,
  size: Size,
  bindings: Record<string, string>,
  limits: Record<string, number> = {},
) {
  const folder = folderOf(join(ROOT, "dist"), name);
  const { workerOptions, main } = await workerOptionsOf(await configurationOf(name, size));
  if (main === undefined) throw new Error(`${folder} has no main module.`);
  const ratelimits = Object.entries(workerOptions.ratelimits ?? {}).map(([limit, options]) => [
    limit,
    { ...options, simple: { ...options.simple, limit: limits[limit] ?? options.simple.limit } },
  ]);
  return {
    ...workerOptions,
    ratelimits: Object.fromEntries(ratelimits),
    modulesRules: undefined,
    name,
    rootPath: folder,
    modules: await modules(folder, main),
    bindings: { ...Vars.parse(workerOptions.bindings), ...bindings },
  };
}

/**
 * Starts the service, and first makes what is missing: browser, build, secrets, database, demo account.
 * @throws Error with a sentence for the terminal.
 */
export async function startService({
  host = "localhost",
  port,
  log,
  vars = {},
  inspectorPort,
  likeCloudflareSeed,
  onCrash,
}: ServiceOptions): Promise<Service> {
  await requireFreePort(port);
  const origin = `http://localhost:${port}`;
  const isLikeCloudflare = likeCloudflareSeed !== undefined;
  const size = startSize();
  const databases = size.databases.length;
  const [local] = await Promise.all([
    prepareLocal(origin, { vars, isLikeCloudflare, databases }),
    buildIfStale(),
  ]);
  const { demo, stripe } = local;
  // A Worker accepts one debugger, so with --inspect its memory is not watched.
  const memoryPort = isLikeCloudflare && inspectorPort === undefined ? await freePort() : undefined;
  const debugPort = inspectorPort ?? memoryPort;
  const varsOf = (name: string) =>
    name === "platen-api" ? local.vars.api : name === "platen-pdf" ? {} : local.vars.render;
  // The API Worker first, because it gets the requests.
  const built = await Promise.all(
    workersOf(size)
      .toReversed()
      .map((name) => builtWorker(name, size, varsOf(name), name === "platen-api" ? local.limits : {})),
  );
  limitHeaps();
  const workers = isLikeCloudflare ? await likeCloudflare(built, likeCloudflareSeed) : built;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host,
      port,
      cf: false,
      ...(debugPort === undefined ? {} : { inspectorPort: debugPort }),
      log: new ServiceLog(onCrash),
      handleStructuredLogs: ({ message }) => {
        if (!isNoise(message)) log(message);
      },
      resourcePersistencePath: join(STATE_DIR, "v3"),
      workers,
    }),
  );
  await miniflare.ready;
  const names = built.map(({ name }) => name);
  const memory = memoryPort === undefined ? null : watchMemory(memoryPort, names, log);
  // Miniflare's bindings do not survive a restart of workerd, so each command asks for them again.
  const announced = await announce(origin, async (body) => {
    const command = Command.parse(body);
    if ("enqueue" in command) {
      const { renderWorkers } = size;
      const byRenderer = Map.groupBy(command.enqueue, (job) => rendererOf(job.accountId, renderWorkers));
      for (const [index, messages] of byRenderer) {
        const queue = await miniflare.getQueueProducer(nameOf("JOBS", index, "_"), "platen-api");
        await queue.sendBatch(messages.map((job) => ({ body: job })));
      }
    } else {
      const db = await miniflare.getD1Database(nameOf("DB", command.database, "_"), "platen-api");
      await batchOn(db)(command.statements);
    }
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
      memory?.end();
      for (const [name, megabytes] of memory?.peaks ?? [])
        log(`${name} held ${Math.round(megabytes)} MB at most.`);
      await Promise.all([miniflare.dispose(), stripe.close()]);
    },
  };
}
