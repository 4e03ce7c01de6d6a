/** Accounts, domains, email, browsers, D1, R2 and queues. Cloudflare's published types check requests and responses. */
import { z } from "zod";
import { ApiFault, type Call, type Operations, part } from "./call.ts";
import type {
  Account,
  Bucket,
  BucketCreateParams,
  ConsumerCreateParamsMqWorkerConsumerRequest,
  DatabaseCreateParams,
  DatabaseListResponse,
  LifecycleGetResponse,
  LifecycleUpdateParams,
  ObjectListResponse,
  ObjectUploadResponse,
  QueryResult,
  Queue,
  QueueCreateParams,
  SessionListResponse,
  SubdomainListResponse,
  Zone,
} from "./published-types.ts";
import { newDatabase, newId, type StoredBucket, type StoredQueue } from "./state.ts";

/** A request's body: all published parameters that are not in the path. */
type Body<Params> = z.ZodType<Omit<Params, "account_id">>;

const NewQueue = z.strictObject({ queue_name: z.string() }) satisfies Body<QueueCreateParams>;
const NewDatabase = z.strictObject({ name: z.string() }) satisfies Body<DatabaseCreateParams>;
const NewBucket = z.strictObject({ name: z.string() }) satisfies Body<BucketCreateParams>;
const Rules = z.strictObject({
  rules: z.array(
    z.strictObject({
      id: z.string(),
      enabled: z.boolean(),
      conditions: z.strictObject({ prefix: z.string() }),
      abortMultipartUploadsTransition: z
        .strictObject({ condition: z.strictObject({ type: z.literal("Age"), maxAge: z.number() }) })
        .optional(),
      deleteObjectsTransition: z
        .strictObject({ condition: z.strictObject({ type: z.literal("Age"), maxAge: z.number() }) })
        .optional(),
    }),
  ),
}) satisfies Body<LifecycleUpdateParams>;
const NewConsumer = z.strictObject({
  type: z.literal("worker"),
  script_name: z.string(),
  dead_letter_queue: z.string().optional(),
  settings: z.strictObject({
    batch_size: z.number().optional(),
    max_retries: z.number().optional(),
    max_wait_time_ms: z.number().optional(),
  }),
}) satisfies Body<ConsumerCreateParamsMqWorkerConsumerRequest>;
const Query = z.object({ sql: z.string(), params: z.array(z.union([z.string(), z.number()])).default([]) });

/** As the service makes it: without any other rule, uploads in parts end after a week. */
const DEFAULT_RULE = {
  id: "Default Multipart Abort Rule",
  enabled: true,
  conditions: { prefix: "" },
  abortMultipartUploadsTransition: { condition: { type: "Age" as const, maxAge: 604_800 } },
};

function needsPaid({ state }: Call, code: number): void {
  if (!state.isPaid) throw new ApiFault(403, code, "Unavailable on the free plan.");
}

function queueOf(call: Call): StoredQueue {
  const queue = call.state.queues.find(({ queue_id }) => queue_id === part(call, "queue"));
  if (!queue) throw new ApiFault(404, 10104, "Queue does not exist.");
  return queue;
}

function bucketOf(call: Call): StoredBucket {
  if (!call.state.hasR2) throw new ApiFault(403, 10042, "Please enable R2 through the Cloudflare Dashboard.");
  const bucket = call.state.buckets.get(part(call, "bucket"));
  if (!bucket) throw new ApiFault(404, 10006, "The specified bucket does not exist.");
  return bucket;
}

export function databaseOf(call: Call) {
  const database = call.state.databases.find(({ uuid }) => uuid === part(call, "database"));
  if (!database) throw new ApiFault(404, 7404, "The database does not exist.");
  return database;
}

function runSql(call: Call): QueryResult[] {
  const { sql, params } = Query.parse(call.body);
  const { sql: database } = databaseOf(call);
  // Wrangler sends a whole migration at once.
  if (params.length === 0 && !/^\s*(select|pragma)/i.test(sql)) {
    database.exec(sql);
    return [{ success: true, results: [], meta: {} }];
  }
  return [{ success: true, results: database.prepare(sql).all(...params), meta: {} }];
}

function saveConsumer(call: Call, id: string) {
  const wanted = NewConsumer.parse(call.body);
  const queue = queueOf(call);
  const isOther = queue.consumers.some(({ consumer_id }) => consumer_id !== id);
  if (isOther) throw new ApiFault(400, 11004, "The queue has a consumer already.");
  const consumer = { consumer_id: id, queue_name: queue.queue_name, ...wanted };
  queue.consumers = [consumer];
  return consumer;
}

export const resourceOperations = {
  "GET /accounts": ({ state }) =>
    state.accounts.map((one) => ({ ...one, type: "standard" }) satisfies Account),
  "GET /zones": ({ state, query }) =>
    state.zones
      .filter(({ name }) => name === query.get("name"))
      .map((one) => one satisfies Pick<Zone, "id" | "name" | "status">),
  "GET /zones/{zone}/email/sending/subdomains": (call) =>
    (call.state.senders.get(part(call, "zone")) ?? []).map(
      (one) => ({ ...one, tag: newId() }) satisfies SubdomainListResponse,
    ),
  "GET /accounts/{account}/browser-rendering/devtools/session": (call) => {
    needsPaid(call, 10000);
    return [] satisfies SessionListResponse;
  },

  "GET /accounts/{account}/queues": ({ state, query }) => {
    const names = query.getAll("name");
    const found = state.queues.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name));
    // Wrangler reads `script`, which is not in the published API, to find out whether a Worker reads the queue.
    return found.map((queue) => ({
      ...queue,
      consumers: queue.consumers.map((one) => ({ ...one, script: one.script_name })),
    })) satisfies Queue[];
  },
  "POST /accounts/{account}/queues": (call) => {
    needsPaid(call, 100129);
    const { queue_name } = NewQueue.parse(call.body);
    if (call.state.queues.some((queue) => queue.queue_name === queue_name))
      throw new ApiFault(409, 11009, "A queue with this name exists already.");
    const queue = { queue_id: newId(), queue_name, consumers: [] };
    call.state.queues.push(queue);
    return queue satisfies Queue;
  },
  "DELETE /accounts/{account}/queues/{queue}": (call) => {
    call.state.queues.splice(call.state.queues.indexOf(queueOf(call)), 1);
    return null;
  },
  "POST /accounts/{account}/queues/{queue}/consumers": (call) => saveConsumer(call, newId()),
  "PUT /accounts/{account}/queues/{queue}/consumers/{consumer}": (call) =>
    saveConsumer(call, part(call, "consumer")),

  "GET /accounts/{account}/d1/database": ({ state, query }) =>
    state.databases
      .filter(({ name }) => name.includes(query.get("name") ?? ""))
      .map(({ uuid, name }) => ({ uuid, name, version: "production" }) satisfies DatabaseListResponse),
  "POST /accounts/{account}/d1/database": (call) => {
    const { name } = NewDatabase.parse(call.body);
    if (call.state.databases.some((database) => database.name === name))
      throw new ApiFault(400, 7502, "A database with this name exists already.");
    const database = newDatabase(name);
    call.state.databases.push(database);
    return { uuid: database.uuid, name } satisfies DatabaseListResponse;
  },
  "GET /accounts/{account}/d1/database/{database}": (call) => {
    const { uuid, name } = databaseOf(call);
    return { uuid, name, version: "production" } satisfies DatabaseListResponse;
  },
  "DELETE /accounts/{account}/d1/database/{database}": (call) => {
    call.state.databases.splice(call.state.databases.indexOf(databaseOf(call)), 1);
    return null;
  },
  "POST /accounts/{account}/d1/database/{database}/query": (call) => runSql(call),

  "POST /accounts/{account}/r2/buckets": (call) => {
    const { name } = NewBucket.parse(call.body);
    if (call.state.buckets.has(name)) throw new ApiFault(409, 10004, "The bucket exists already.");
    call.state.buckets.set(name, { bucket: { name }, rules: [DEFAULT_RULE], keys: new Set() });
    return { name } satisfies Bucket;
  },
  "GET /accounts/{account}/r2/buckets/{bucket}": (call) => bucketOf(call).bucket satisfies Bucket,
  "DELETE /accounts/{account}/r2/buckets/{bucket}": (call) => {
    if (bucketOf(call).keys.size > 0) throw new ApiFault(409, 10008, "The bucket is not empty.");
    call.state.buckets.delete(part(call, "bucket"));
    return {};
  },
  "GET /accounts/{account}/r2/buckets/{bucket}/lifecycle": (call) =>
    ({ rules: bucketOf(call).rules }) satisfies LifecycleGetResponse,
  "PUT /accounts/{account}/r2/buckets/{bucket}/lifecycle": (call) => {
    bucketOf(call).rules = Rules.parse(call.body).rules;
    return {};
  },
  "GET /accounts/{account}/r2/buckets/{bucket}/objects": (call) =>
    [...bucketOf(call).keys]
      .filter((key) => key.startsWith(call.query.get("prefix") ?? ""))
      .slice(0, Number(call.query.get("per_page") ?? 1_000))
      .map((key) => ({ key }) satisfies ObjectListResponse),
  "PUT /accounts/{account}/r2/buckets/{bucket}/objects/{key}": (call) => {
    const key = part(call, "key");
    const bytes = z.instanceof(Uint8Array).parse(call.body);
    bucketOf(call).keys.add(key);
    return { key, size: String(bytes.length) } satisfies ObjectUploadResponse;
  },
  "DELETE /accounts/{account}/r2/buckets/{bucket}/objects/{key}": (call) => {
    bucketOf(call).keys.delete(part(call, "key"));
    return { key: part(call, "key") };
  },
} satisfies Operations;
