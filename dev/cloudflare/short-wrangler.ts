/**
 * The calls of `wrangler deploy` and `wrangler d1 migrations apply`, in the same order, without Wrangler's start of two
 * seconds. A test compares its result with the real Wrangler's.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";

const Configuration = z.object({
  name: z.string(),
  vars: z.record(z.string(), z.string()),
  secrets: z.object({ required: z.array(z.string()) }).optional(),
  triggers: z.object({ crons: z.array(z.string()).optional() }),
  migrations: z.array(z.object({ tag: z.string() })),
  d1_databases: z.array(
    z.object({ binding: z.string(), database_id: z.string(), migrations_dir: z.string() }),
  ),
  queues: z.object({
    consumers: z.array(
      z.object({
        queue: z.string(),
        dead_letter_queue: z.string().optional(),
        max_batch_size: z.number(),
        max_batch_timeout: z.number(),
        max_retries: z.number(),
      }),
    ),
  }),
});
type Configuration = z.infer<typeof Configuration>;

const Result = z.object({ success: z.literal(true), result: z.unknown() });
const Queues = z.array(
  z.object({
    queue_id: z.string(),
    queue_name: z.string(),
    consumers: z.array(z.object({ consumer_id: z.string(), script_name: z.string() })),
  }),
);

/** @param base The API's address, with the account: `…/accounts/ID`. */
export function shortWrangler(base: () => string) {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${base()}${path}`, {
      method,
      headers: isForm || body === undefined ? {} : { "content-type": "application/json" },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    });
    if (response.status === 404) return null;
    const text = await response.text();
    const parsed = Result.safeParse(JSON.parse(text));
    if (!parsed.success) throw new Error(`${method} ${path}: ${text}`);
    return parsed.data.result;
  }

  function form(configuration: Configuration, secrets: Record<string, string>, exists: boolean): FormData {
    const { vars, migrations, secrets: needed } = configuration;
    const inherited = (needed?.required ?? []).filter((name) => !(name in secrets));
    const missing = exists ? [] : inherited;
    if (missing.length > 0)
      throw new Error(`The following required secrets have not been set: ${missing.join(", ")}`);
    const bindings = [
      ...Object.entries(vars).map(([name, text]) => ({ type: "plain_text", name, text })),
      ...Object.entries(secrets).map(([name, text]) => ({ type: "secret_text", name, text })),
      ...inherited.map((name) => ({ type: "inherit", name })),
    ];
    const tag = exists ? undefined : migrations.at(-1)?.tag;
    const body = new FormData();
    body.append(
      "metadata",
      JSON.stringify({
        bindings,
        keep_bindings: ["secret_text"],
        ...(tag === undefined ? {} : { migrations: { new_tag: tag } }),
      }),
    );
    return body;
  }

  async function readQueue(configuration: Configuration): Promise<void> {
    for (const wanted of configuration.queues.consumers) {
      const [queue] = Queues.parse(await call("GET", `/queues?name=${wanted.queue}`));
      if (!queue) throw new Error(`Queue "${wanted.queue}" does not exist.`);
      const [consumer] = queue.consumers;
      await call(
        consumer ? "PUT" : "POST",
        `/queues/${queue.queue_id}/consumers${consumer ? `/${consumer.consumer_id}` : ""}`,
        {
          type: "worker",
          script_name: configuration.name,
          dead_letter_queue: wanted.dead_letter_queue,
          settings: {
            batch_size: wanted.max_batch_size,
            max_retries: wanted.max_retries,
            max_wait_time_ms: wanted.max_batch_timeout * 1_000,
          },
        },
      );
    }
  }

  async function deploy(configuration: Configuration, secrets: Record<string, string>): Promise<void> {
    const worker = `/workers/scripts/${configuration.name}`;
    const exists = (await call("GET", `/workers/services/${configuration.name}`)) !== null;
    const body = form(configuration, secrets, exists);
    if (exists) {
      const { id } = z.object({ id: z.string() }).parse(await call("POST", `${worker}/versions`, body));
      await call("POST", `${worker}/deployments`, {
        strategy: "percentage",
        versions: [{ version_id: id, percentage: 100 }],
      });
    } else await call("PUT", worker, body);
    await call("POST", `${worker}/subdomain`, { enabled: false, previews_enabled: false });
    const { crons } = configuration.triggers;
    if (crons)
      await call(
        "PUT",
        `${worker}/schedules`,
        crons.map((cron) => ({ cron })),
      );
    await readQueue(configuration);
  }

  async function migrate(configuration: Configuration, binding: string, folder: string): Promise<void> {
    const databases = configuration.d1_databases.filter((one) => one.binding === binding);
    for (const { database_id, migrations_dir } of databases) {
      const query = (sql: string) => call("POST", `/d1/database/${database_id}/query`, { sql });
      await query("create table if not exists d1_migrations (id integer primary key, name text unique)");
      const applied = JSON.stringify(await query("select name from d1_migrations"));
      const files = readdirSync(resolve(folder, migrations_dir)).filter((file) => file.endsWith(".sql"));
      for (const file of files.filter((name) => !applied.includes(name))) {
        const sql = readFileSync(resolve(folder, migrations_dir, file), "utf8");
        await query(`${sql}\ninsert into d1_migrations (name) values ('${file}');`);
      }
    }
  }

  return async (args: readonly string[]): Promise<string> => {
    const path = args[args.indexOf("-c") + 1] ?? "";
    const configuration = Configuration.parse(JSON.parse(readFileSync(path, "utf8")));
    if (args[0] === "d1") await migrate(configuration, args[3] ?? "", dirname(path));
    else {
      const at = args.indexOf("--secrets-file");
      const secrets = at < 0 ? {} : JSON.parse(readFileSync(args[at + 1] ?? "", "utf8"));
      await deploy(configuration, z.record(z.string(), z.string()).parse(secrets));
    }
    return "";
  };
}
