/** The built Workers: where they are, and their configurations for a service of any size. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { MAX_SHARDS } from "#store/secrets/shard-mark.ts";

/** How many databases and render Workers a service has. */
export const Size = z.object({
  /** The share of new accounts that each database gets; 0 for none. */
  databases: z
    .array(z.number().nonnegative())
    .max(MAX_SHARDS)
    .refine((shares) => shares.some((share) => share > 0), "One database must take new accounts.")
    .default([1]),
  renderWorkers: z.int().min(1).default(1),
});
export type Size = z.infer<typeof Size>;

const RENDER = "platen-render";

/** The name of number `index` of several. The first has no number, so it stays the same when others are added. */
export function nameOf(first: string, index: number, separator: "-" | "_" = "-"): string {
  return index === 0 ? first : `${first}${separator}${index}`;
}

/** The names of the Workers, each before the one that calls it. */
export function workersOf({ renderWorkers }: Size): string[] {
  const renderers = Array.from({ length: renderWorkers }, (_, index) => nameOf(RENDER, index));
  return ["platen-pdf", ...renderers, "platen-api"];
}

/** The number of a render Worker; 0 for other Workers, of which there is one. */
export function numberOf(worker: string): number {
  return worker.startsWith(`${RENDER}-`) ? Number(worker.slice(RENDER.length + 1)) : 0;
}

/** All render Workers are the same build. */
function buildOf(worker: string): string {
  return numberOf(worker) > 0 ? RENDER : worker;
}

const Consumer = z.looseObject({
  queue: z.string(),
  dead_letter_queue: z.string().optional(),
  max_batch_size: z.number().optional(),
  max_batch_timeout: z.number().optional(),
  max_retries: z.number().optional(),
});

/** The parts of a built Worker's wrangler.json that a deployment reads or changes. */
const Configuration = z.looseObject({
  name: z.string(),
  main: z.string(),
  vars: z.record(z.string(), z.string()).default({}),
  secrets: z.object({ required: z.array(z.string()) }).optional(),
  assets: z.looseObject({ directory: z.string() }).optional(),
  triggers: z.looseObject({ crons: z.array(z.string()).optional() }).default({}),
  d1_databases: z
    .array(z.looseObject({ binding: z.string(), database_name: z.string(), database_id: z.string() }))
    .default([]),
  r2_buckets: z.array(z.looseObject({ bucket_name: z.string() })).default([]),
  queues: z
    .looseObject({
      producers: z.array(z.looseObject({ binding: z.string(), queue: z.string() })).default([]),
      consumers: z.array(Consumer).default([]),
    })
    .default({ producers: [], consumers: [] }),
  durable_objects: z
    .looseObject({
      bindings: z.array(z.looseObject({ name: z.string(), script_name: z.string().optional() })),
    })
    .default({ bindings: [] }),
  services: z.array(z.looseObject({ service: z.string() })).default([]),
  ratelimits: z.array(z.looseObject({ namespace_id: z.string() })).default([]),
  analytics_engine_datasets: z.array(z.looseObject({ dataset: z.string() })).default([]),
});
export type Configuration = z.infer<typeof Configuration>;

/** The folder of a built Worker. */
export function folderOf(dist: string, worker: string): string {
  return join(dist, buildOf(worker).replace("-", "_"));
}

/** `first`, and one more for each further number. */
function repeated<One>(first: One, count: number, further: (index: number) => One): One[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? first : further(index)));
}

/** The configuration with the databases, and in the API Worker with the render Workers and their queues. */
function grow(built: Configuration, { databases, renderWorkers }: Size): Configuration {
  return {
    ...built,
    vars:
      "DATABASE_WEIGHTS" in built.vars
        ? { ...built.vars, DATABASE_WEIGHTS: databases.join(" ") }
        : built.vars,
    d1_databases: built.d1_databases.flatMap((one) =>
      repeated(one, databases.length, (index) => ({
        ...one,
        binding: nameOf(one.binding, index, "_"),
        database_name: nameOf(one.database_name, index),
        // Local work has the number at the end of the id. A deployment sets its own.
        database_id: one.database_id.slice(0, -String(index).length) + index,
      })),
    ),
    queues: {
      ...built.queues,
      producers: built.queues.producers.flatMap((one) =>
        repeated(one, one.binding === "JOBS" ? renderWorkers : 1, (index) => ({
          ...one,
          binding: nameOf(one.binding, index, "_"),
          queue: nameOf(one.queue, index),
        })),
      ),
    },
    durable_objects: {
      ...built.durable_objects,
      bindings: built.durable_objects.bindings.flatMap((one) =>
        repeated(one, one.script_name === RENDER ? renderWorkers : 1, (index) => ({
          ...one,
          name: nameOf(one.name, index, "_"),
          script_name: nameOf(RENDER, index),
        })),
      ),
    },
  };
}

/** The configuration of this render Worker, from that of the first one. */
function numbered(first: Configuration, index: number): Configuration {
  return {
    ...first,
    name: nameOf(first.name, index),
    queues: {
      ...first.queues,
      consumers: first.queues.consumers.map((one) => ({
        ...one,
        queue: nameOf(one.queue, index),
        ...(one.dead_letter_queue && { dead_letter_queue: nameOf(one.dead_letter_queue, index) }),
      })),
    },
  };
}

/** The built configuration of a Worker, in a service of this size. */
export function readBuilt(dist: string, worker: string, size: Size): Configuration {
  const text = readFileSync(join(folderOf(dist, worker), "wrangler.json"), "utf8");
  return numbered(grow(Configuration.parse(JSON.parse(text)), size), numberOf(worker));
}
