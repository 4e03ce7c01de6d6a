/** Workers: versions and deployments, cron, addresses, and the assets of an upload. */
import { z } from "zod";
import { ApiFault, type Call, type Operations, part } from "./call.ts";
import type {
  Deployment,
  DomainListResponse,
  DomainUpdateParams,
  ScheduleGetResponse,
  SubdomainCreateParams,
  SubdomainGetResponse,
} from "./published-types.ts";
import { type Binding, newId, newUuid, type StoredVersion, type StoredWorker } from "./state.ts";

const Metadata = z.object({
  bindings: z.array(z.looseObject({ type: z.string(), name: z.string(), text: z.string().optional() })),
  migrations: z.object({ new_tag: z.string() }).optional(),
  keep_bindings: z.array(z.string()).default([]),
});
const NewDeployment = z.looseObject({
  versions: z
    .array(z.object({ version_id: z.string(), percentage: z.number() }))
    .min(1)
    .max(2),
});
const Crons = z.array(z.strictObject({ cron: z.string() }));
const Subdomain = z.strictObject({
  enabled: z.boolean(),
  previews_enabled: z.boolean().optional(),
}) satisfies z.ZodType<Omit<SubdomainCreateParams, "account_id">>;
const NewDomain = z.strictObject({
  hostname: z.string(),
  service: z.string(),
  environment: z.string(),
  zone_id: z.string(),
}) satisfies z.ZodType<Omit<DomainUpdateParams, "account_id">>;
const Manifest = z.object({
  manifest: z.record(z.string(), z.object({ hash: z.string(), size: z.number() })),
});

function workerOf(call: Call): StoredWorker {
  const worker = call.state.workers.get(part(call, "worker"));
  if (!worker) throw new ApiFault(404, 10007, "This Worker does not exist on your account.");
  return worker;
}

function deployedOf({ versions, deployments }: StoredWorker): StoredVersion | undefined {
  return versions.find(({ id }) => id === deployments[0]?.[0]?.version_id);
}

/** The version of an upload: its bindings, and those of the version before that it inherits. */
function upload(
  call: Call,
  before: StoredWorker | undefined,
): { version: StoredVersion; tag: string | undefined } {
  const text = call.body instanceof FormData ? call.body.get("metadata") : null;
  const { bindings, migrations, keep_bindings } = Metadata.parse(JSON.parse(String(text)));
  const old = before ? (deployedOf(before)?.bindings ?? []) : [];
  const missing = bindings.find(
    ({ type, name }) => type === "inherit" && !old.some((one) => one.name === name),
  );
  if (missing) throw new ApiFault(400, 10057, `inherit binding '${missing.name}' is invalid`);
  const isSet = (name: string) => bindings.some((one) => one.name === name && one.type !== "inherit");
  const kept = old.filter(
    ({ type, name }) =>
      !isSet(name) &&
      (keep_bindings.includes(type) || bindings.some((one) => one.type === "inherit" && one.name === name)),
  );
  const set: Binding[] = bindings.filter(({ type }) => type !== "inherit");
  return { version: { id: newUuid(), bindings: [...set, ...kept] }, tag: migrations?.new_tag };
}

/** A secret's text is never returned. */
function shown({ id, bindings }: StoredVersion) {
  return {
    id,
    metadata: { created_on: new Date(0).toISOString(), author_email: "", source: "wrangler" },
    resources: {
      bindings: bindings.map(({ text, ...rest }) => (rest.type === "secret_text" ? rest : { ...rest, text })),
      script: { etag: id },
      script_runtime: {},
    },
  };
}

function service(worker: StoredWorker) {
  const script = { tag: "", tags: [], last_deployed_from: "wrangler", migration_tag: worker.migrationTag };
  return { default_environment: { environment: "production", script } };
}

export const workerOperations = {
  // Wrangler uses this call, which is not in the published API.
  "GET /accounts/{account}/workers/services/{worker}": (call) => service(workerOf(call)),
  "GET /accounts/{account}/workers/workers/{worker}": (call) => ({ subdomain: workerOf(call).subdomain }),
  "GET /accounts/{account}/workers/scripts/{worker}/secrets": (call) =>
    (deployedOf(workerOf(call))?.bindings ?? [])
      .filter(({ type }) => type === "secret_text")
      .map(({ name, type }) => ({ name, type })),
  "GET /accounts/{account}/workers/scripts/{worker}/settings": (call) => ({
    bindings: deployedOf(workerOf(call))?.bindings ?? [],
  }),
  "PUT /accounts/{account}/workers/scripts/{worker}": (call) => {
    const name = part(call, "worker");
    const before = call.state.workers.get(name);
    const { version, tag } = upload(call, before);
    call.state.workers.set(name, {
      versions: [version, ...(before?.versions ?? [])],
      deployments: [[{ version_id: version.id, percentage: 100 }], ...(before?.deployments ?? [])],
      migrationTag: tag ?? before?.migrationTag,
      crons: before?.crons ?? [],
      // As in an account whose new Workers get an address.
      subdomain: before?.subdomain ?? { enabled: true, previews_enabled: true },
    });
    return { id: name, etag: version.id, deployment_id: version.id.replaceAll("-", ""), startup_time_ms: 1 };
  },
  "POST /accounts/{account}/workers/scripts/{worker}/versions": (call) => {
    const worker = workerOf(call);
    const { version } = upload(call, worker);
    worker.versions.unshift(version);
    return { ...shown(version), startup_time_ms: 1, metadata: { has_preview: false } };
  },
  "GET /accounts/{account}/workers/scripts/{worker}/versions": (call) => ({
    items: workerOf(call).versions.map(shown),
  }),
  "GET /accounts/{account}/workers/scripts/{worker}/versions/{version}": (call) => {
    const version = workerOf(call).versions.find(({ id }) => id === part(call, "version"));
    if (!version) throw new ApiFault(404, 10007, "This version does not exist.");
    return shown(version);
  },
  "POST /accounts/{account}/workers/scripts/{worker}/deployments": (call) => {
    workerOf(call).deployments.unshift(NewDeployment.parse(call.body).versions);
    return { id: newUuid() };
  },
  "GET /accounts/{account}/workers/scripts/{worker}/deployments": (call) => ({
    deployments: workerOf(call).deployments.map(
      (versions) =>
        ({
          id: newUuid(),
          created_on: new Date(0).toISOString(),
          source: "wrangler",
          strategy: "percentage",
          versions,
        }) satisfies Deployment,
    ),
  }),
  "PATCH /accounts/{account}/workers/scripts/{worker}/script-settings": (call) => {
    workerOf(call);
    return {};
  },
  "DELETE /accounts/{account}/workers/scripts/{worker}": (call) => {
    const name = part(call, "worker");
    workerOf(call);
    call.state.workers.delete(name);
    call.state.domains = call.state.domains.filter((domain) => domain.service !== name);
    for (const queue of call.state.queues)
      queue.consumers = queue.consumers.filter(({ script_name }) => script_name !== name);
    return null;
  },
  "GET /accounts/{account}/workers/scripts/{worker}/schedules": (call) =>
    ({ schedules: workerOf(call).crons.map((cron) => ({ cron })) }) satisfies ScheduleGetResponse,
  "PUT /accounts/{account}/workers/scripts/{worker}/schedules": (call) => {
    workerOf(call).crons = Crons.parse(call.body).map(({ cron }) => cron);
    return { schedules: [] };
  },
  "GET /accounts/{account}/workers/scripts/{worker}/subdomain": (call) =>
    workerOf(call).subdomain satisfies SubdomainGetResponse,
  "POST /accounts/{account}/workers/scripts/{worker}/subdomain": (call) => {
    const { enabled, previews_enabled } = Subdomain.parse(call.body);
    workerOf(call).subdomain = { enabled, previews_enabled: previews_enabled ?? enabled };
    return workerOf(call).subdomain;
  },

  "GET /accounts/{account}/workers/domains": ({ state, query }) =>
    state.domains.filter(({ hostname }) => hostname === query.get("hostname")) satisfies DomainListResponse[],
  "PUT /accounts/{account}/workers/domains": ({ state, body }) => {
    const wanted = NewDomain.parse(body);
    if (state.records.has(wanted.hostname))
      throw new ApiFault(409, 100117, "Hostname has externally managed DNS records already.");
    const others = state.domains.filter(({ hostname }) => hostname !== wanted.hostname);
    const zone = state.zones.find(({ id }) => id === wanted.zone_id);
    const domain = { ...wanted, id: newId(), cert_id: newId(), zone_name: zone?.name ?? "" };
    state.domains = [...others, domain];
    return domain satisfies DomainListResponse;
  },
  "DELETE /accounts/{account}/workers/domains/{domain}": (call) => {
    call.state.domains = call.state.domains.filter(({ id }) => id !== part(call, "domain"));
    return null;
  },

  "POST /accounts/{account}/workers/scripts/{worker}/assets-upload-session": (call) => {
    const { manifest } = Manifest.parse(call.body);
    const hashes = Object.values(manifest).map(({ hash }) => hash);
    return { jwt: "<session>", buckets: [hashes] };
  },
  "POST /accounts/{account}/workers/assets/upload": () => ({ jwt: "<complete>" }),
} satisfies Operations;
