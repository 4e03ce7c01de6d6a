/** What this Cloudflare account has. */
import { randomBytes, randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type {
  Bucket,
  ConsumerMqWorkerConsumerResponse,
  DomainListResponse,
  LifecycleGetResponse,
  Queue,
} from "./published-types.ts";

export interface Binding {
  type: string;
  name: string;
  text?: string | undefined;
}

export interface StoredVersion {
  id: string;
  bindings: Binding[];
}

export interface StoredWorker {
  versions: StoredVersion[];
  /** The newest first. Each has one version, or two with their shares of the requests. */
  deployments: { version_id: string; percentage: number }[][];
  migrationTag: string | undefined;
  crons: string[];
  subdomain: { enabled: boolean; previews_enabled: boolean };
}

export interface StoredQueue extends Queue {
  queue_id: string;
  queue_name: string;
  consumers: ConsumerMqWorkerConsumerResponse[];
}

export interface StoredBucket {
  bucket: Bucket;
  rules: NonNullable<LifecycleGetResponse["rules"]>;
  keys: Set<string>;
}

export interface StoredDatabase {
  uuid: string;
  name: string;
  sql: DatabaseSync;
}

export interface CloudflareState {
  accounts: { id: string; name: string }[];
  zones: { id: string; name: string; status: "active" | "pending" }[];
  /** Domains of Email Sending, by zone id. */
  senders: Map<string, { name: string; enabled: boolean }[]>;
  /** Host names with DNS records of the operator. */
  records: Set<string>;
  queues: StoredQueue[];
  databases: StoredDatabase[];
  buckets: Map<string, StoredBucket>;
  workers: Map<string, StoredWorker>;
  domains: DomainListResponse[];
  /** Workers Paid: has queues and Browser Run. */
  isPaid: boolean;
  hasR2: boolean;
  /** Uploads and downloads. */
  files: { baseUrl: string; stored: Map<string, Buffer> };
}

export const newId = () => randomBytes(16).toString("hex");
export const newUuid = () => randomUUID();

/** An account with a domain and its sender, and nothing else. */
export function newAccount(domain: string): CloudflareState {
  const zone = { id: newId(), name: domain, status: "active" as const };
  return {
    accounts: [{ id: newId(), name: "Test account" }],
    zones: [zone],
    senders: new Map([[zone.id, [{ name: domain, enabled: true }]]]),
    records: new Set(),
    queues: [],
    databases: [],
    buckets: new Map(),
    workers: new Map(),
    domains: [],
    isPaid: true,
    hasR2: true,
    files: { baseUrl: "", stored: new Map() },
  };
}

export function newDatabase(name: string): StoredDatabase {
  return { uuid: randomUUID(), name, sql: new DatabaseSync(":memory:") };
}
