/** A deployment into the local Cloudflare, for tests: the real configurations beside tiny Workers. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { folderOf } from "../../tools/built-worker.ts";
import { openAccount } from "../../tools/deploy/login.ts";
import type { Deployment } from "../../tools/deploy/step.ts";
import type { Environment } from "../../tools/environment.ts";
import { ROOT } from "../../tools/paths.ts";
import { type RunningCloudflare, startCloudflare } from "./server.ts";
import { shortWrangler } from "./short-wrangler.ts";

const DOMAIN = "pages.test";
export const STAGING: Environment = {
  name: "staging",
  host: `platen.${DOMAIN}`,
  origin: `https://platen.${DOMAIN}`,
  vars: { MAIL_FROM: `platen@${DOMAIN}`, SUPPORT_EMAIL: `support@${DOMAIN}` },
  suffix: "-staging",
  index: 1,
  databases: [1],
  renderWorkers: 1,
};

const FOLDERS = { "platen-pdf": "worker-pdf", "platen-render": "worker-render", "platen-api": "." } as const;

/** Builds nothing: each Worker has its configuration and one line of code. */
export function tinyBuild(): string {
  const dist = join(mkdtempSync(join(tmpdir(), "platen-dist-")), "dist");
  for (const worker of ["platen-pdf", "platen-render", "platen-api"] as const) {
    const folder = folderOf(dist, worker);
    mkdirSync(folder, { recursive: true });
    const config = unstable_readConfig({
      config: join(ROOT, FOLDERS[worker], "wrangler.toml"),
    });
    const migrations = config.d1_databases.map((one: object) => ({
      ...one,
      migrations_dir: join(ROOT, "migrations"),
    }));
    const built = {
      ...config,
      assets: undefined,
      main: "index.js",
      no_bundle: true,
      d1_databases: migrations,
    };
    writeFileSync(join(folder, "wrangler.json"), JSON.stringify(built));
    writeFileSync(join(folder, "index.js"), "export default {};\n");
  }
  return dist;
}

/** An empty account with a domain, and the deployment into it. */
export async function newDeployment(
  dist: string,
  changes: Partial<Deployment> = {},
): Promise<{ cloudflare: RunningCloudflare; deployment: Deployment }> {
  const cloudflare = await startCloudflare(DOMAIN);
  process.env.CLOUDFLARE_API_BASE_URL = cloudflare.baseUrl;
  process.env.CLOUDFLARE_API_TOKEN = "token";
  const [account] = cloudflare.state.accounts;
  const wrangler = shortWrangler(() => `${cloudflare.baseUrl}/accounts/${account?.id}`);
  const deployment: Deployment = {
    environment: STAGING,
    account: await openAccount(wrangler),
    wrangler,
    dist,
    secretsFile: join(mkdtempSync(join(tmpdir(), "platen-secrets-")), "secrets"),
    given: {},
    stripePrices: null,
    fonts: { key: "fonts/0", read: () => Buffer.from("fonts") },
    withoutApi: false,
    ...changes,
  };
  cloudflare.calls.length = 0;
  return { cloudflare, deployment };
}

/** What an account has, without random ids. */
export function summary({ state }: RunningCloudflare) {
  const secrets = new Map<string, string>();
  const workers = [...state.workers].map(([name, worker]) => {
    const deployed = worker.versions.find(({ id }) => id === worker.deployments[0]?.[0]?.version_id);
    const bindings = (deployed?.bindings ?? [])
      .map(({ type, name: binding, text = "" }) => {
        if (type === "secret_text") secrets.set(`${name} ${binding}`, text);
        // It covers the database's random id.
        return binding === "RELEASE" || type === "secret_text"
          ? `${type} ${binding}`
          : `${type} ${binding} ${text}`;
      })
      .filter((binding) => /^(plain_text|secret_text) /.test(binding))
      .sort();
    return { name, bindings, crons: worker.crons, subdomain: worker.subdomain, tag: worker.migrationTag };
  });
  return {
    workers: workers.sort((a, b) => a.name.localeCompare(b.name)),
    secrets,
    queues: state.queues.map(({ queue_name, consumers }) => ({
      queue_name,
      consumers: consumers.map(({ consumer_id: _, ...rest }) => rest),
    })),
    databases: state.databases.map(({ name, sql }) => ({
      name,
      tables: sql
        .prepare(
          "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
        )
        .all(),
    })),
    buckets: [...state.buckets.values()].map(({ bucket, rules }) => ({ bucket, rules })),
    domains: state.domains.map(({ hostname, service }) => ({ hostname, service })),
  };
}

/** The same for two accounts with the same state: without the texts of the secrets, which are random. */
export function comparable(cloudflare: RunningCloudflare) {
  const { secrets, ...rest } = summary(cloudflare);
  return { ...rest, secrets: [...secrets.keys()].sort() };
}
