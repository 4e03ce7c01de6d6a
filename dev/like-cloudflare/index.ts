/** `npm start -- --like-cloudflare`: puts Cloudflare's distances and limits around the built Workers, which stay as they are. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { V4ModuleDefinition, V4WorkerOptions } from "miniflare";
import { transformWithOxc } from "vite";
import { limitHeaps } from "../process/heap.ts";
import { PLATFORM } from "./workers/platform.ts";

const WORKERS = join(import.meta.dirname, "workers");
const BROWSER_RUN = "browser-run";
/** The folder of our modules inside a Worker. */
const OURS = "like-cloudflare";

interface BuiltWorker {
  name: string;
  rootPath: string;
  modules: V4ModuleDefinition[];
  browserRendering?: { binding: string } | undefined;
  serviceBindings?: Record<string, unknown> | undefined;
}

/** Our modules as JavaScript, because workerd does not read TypeScript. */
async function ours(rootPath: string): Promise<Map<string, V4ModuleDefinition>> {
  const names = (await readdir(WORKERS)).filter((name) => /(?<!\.d)\.ts$/.test(name));
  const modules = names.map(async (name) => {
    const { code } = await transformWithOxc(await readFile(join(WORKERS, name), "utf8"), name);
    return [name, { type: "ESModule", path: join(rootPath, OURS, name), contents: code }] as const;
  });
  return new Map(await Promise.all(modules));
}

/** A module that exports all of the Worker, with our handlers around its own. */
function entry(rootPath: string, main: string, seed: number): V4ModuleDefinition {
  const contents = `import worker from "./${main}";
import { asAtCloudflare } from "./${OURS}/entry.ts";
export * from "./${main}";
export default asAtCloudflare(worker, ${seed});
`;
  return { type: "ESModule", path: join(rootPath, `${OURS}.js`), contents };
}

async function around<Worker extends BuiltWorker>(worker: Worker, seed: number): Promise<Worker> {
  const [main] = worker.modules;
  if (main === undefined) throw new Error(`${worker.name} has no module.`);
  const { rootPath, browserRendering } = worker;
  const modules = await ours(rootPath);
  return {
    ...worker,
    browserRendering: undefined,
    serviceBindings: {
      ...worker.serviceBindings,
      ...(browserRendering && { [browserRendering.binding]: BROWSER_RUN }),
    },
    modules: [entry(rootPath, basename(main.path), seed), ...modules.values(), ...worker.modules],
  };
}

/** The Worker in front of Miniflare's browser binding. */
async function browserRun(seed: number): Promise<V4WorkerOptions> {
  const modules = await ours(WORKERS);
  const main = modules.get(`${BROWSER_RUN}.ts`);
  if (main === undefined) throw new Error(`${WORKERS} has no ${BROWSER_RUN}.ts.`);
  return {
    name: BROWSER_RUN,
    rootPath: WORKERS,
    modules: [main, ...[...modules.values()].filter((module) => module !== main)],
    compatibilityDate: "2026-10-12",
    bindings: { SEED: seed },
    browserRendering: { binding: "BROWSER" },
    // Its sessions are in memory: a second of silence must not end it.
    durableObjects: { BROWSER_RUN: { className: "BrowserRun", unsafePreventEviction: true } },
  };
}

/**
 * The Workers at Cloudflare's distances, and Browser Run. Sets the heap limit of each isolate, for the next Miniflare.
 * @param seed decides which starts of browsers are refused, and which messages come late or twice
 */
export async function likeCloudflare<Worker extends BuiltWorker>(
  workers: Worker[],
  seed: number,
): Promise<(Worker | V4WorkerOptions)[]> {
  limitHeaps([`--max-old-space-size=${PLATFORM.isolateMegabytes}`]);
  return Promise.all([...workers.map((worker) => around(worker, seed)), browserRun(seed)]);
}
