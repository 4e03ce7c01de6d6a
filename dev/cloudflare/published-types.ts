/** Cloudflare's published types. `npm run cloudflare-api` writes this file. */
export type Account = {
  id: string;
  name: string;
  type: "standard" | "enterprise";
  created_on?: string;
  managed_by?: { parent_org_id?: string; parent_org_name?: string };
  settings?: { abuse_contact_email?: string; enforce_twofactor?: boolean };
};
export type SessionListResponse = Array<{
  sessionId: string;
  closeReason?: number;
  closeReasonText?: string;
  connectionEndTime?: number;
  connectionId?: string;
  connectionStartTime?: number;
  devtoolsFrontendUrl?: string;
  endTime?: number;
  lastUpdated?: number;
  startTime?: number;
  webSocketDebuggerUrl?: string;
}>;
export type DatabaseCreateParams = {
  account_id: string;
  name: string;
  jurisdiction?: "eu" | "fedramp" | "us";
  primary_location_hint?: "wnam" | "enam" | "weur" | "eeur" | "apac" | "oc";
  read_replication?: { mode: "auto" | "disabled" };
};
export type DatabaseExportParams = {
  account_id: string;
  output_format: "polling";
  current_bookmark?: string;
  dump_options?: { no_data?: boolean; no_schema?: boolean; tables?: Array<string> };
};
export type DatabaseExportResponse = {
  at_bookmark?: string;
  error?: string;
  messages?: Array<string>;
  result?: { filename?: string; signed_url?: string };
  status?: "complete" | "error";
  success?: boolean;
  type?: "export";
};
export type DatabaseImportParamsIngest = {
  account_id: string;
  action: "ingest";
  etag: string;
  filename: string;
};
export type DatabaseImportParamsInit = { account_id: string; action: "init"; etag: string };
export type DatabaseImportResponse = {
  at_bookmark?: string;
  error?: string;
  filename?: string;
  messages?: Array<string>;
  result?: {
    final_bookmark?: string;
    meta?: {
      changed_db?: boolean;
      changes?: number;
      duration?: number;
      last_row_id?: number;
      rows_read?: number;
      rows_written?: number;
      served_by_colo?: string;
      served_by_primary?: boolean;
      served_by_region?: "WNAM" | "ENAM" | "WEUR" | "EEUR" | "APAC" | "OC";
      size_after?: number;
      timings?: { sql_duration_ms?: number };
    };
    num_queries?: number;
  };
  status?: "complete" | "error";
  success?: boolean;
  type?: "import";
  upload_url?: string;
};
export type DatabaseListResponse = {
  created_at?: string;
  jurisdiction?: "eu" | "fedramp" | "us";
  name?: string;
  uuid?: string;
  version?: string;
};
export type QueryResult = {
  meta?: {
    changed_db?: boolean;
    changes?: number;
    duration?: number;
    last_row_id?: number;
    rows_read?: number;
    rows_written?: number;
    served_by_colo?: string;
    served_by_primary?: boolean;
    served_by_region?: "WNAM" | "ENAM" | "WEUR" | "EEUR" | "APAC" | "OC";
    size_after?: number;
    timings?: { sql_duration_ms?: number };
  };
  results?: Array<unknown>;
  success?: boolean;
};
export type SubdomainListResponse = {
  enabled: boolean;
  name: string;
  tag: string;
  created?: string;
  dkim_selector?: string;
  drop_suppressed_recipients?: boolean;
  modified?: string;
  preview_enabled?: boolean;
  return_path_domain?: string;
};
export type ConsumerMqWorkerConsumerResponse = {
  consumer_id?: string;
  created_on?: string;
  dead_letter_queue?: string;
  queue_name?: string;
  script_name?: string;
  settings?: {
    batch_size?: number;
    max_concurrency?: number;
    max_retries?: number;
    max_wait_time_ms?: number;
    retry_delay?: number;
  };
  type?: "worker";
};
export type ConsumerCreateParamsMqWorkerConsumerRequest = {
  account_id: string;
  script_name: string;
  type: "worker";
  dead_letter_queue?: string;
  settings?: {
    batch_size?: number;
    max_concurrency?: number;
    max_retries?: number;
    max_wait_time_ms?: number;
    retry_delay?: number;
  };
};
export type Queue = {
  consumers?: Array<
    | {
        consumer_id?: string;
        created_on?: string;
        dead_letter_queue?: string;
        queue_name?: string;
        script_name?: string;
        settings?: {
          batch_size?: number;
          max_concurrency?: number;
          max_retries?: number;
          max_wait_time_ms?: number;
          retry_delay?: number;
        };
        type?: "worker";
      }
    | {
        consumer_id?: string;
        created_on?: string;
        dead_letter_queue?: string;
        queue_name?: string;
        settings?: {
          batch_size?: number;
          max_retries?: number;
          retry_delay?: number;
          visibility_timeout_ms?: number;
        };
        type?: "http_pull";
      }
  >;
  consumers_total_count?: number;
  created_on?: string;
  jurisdiction?: "eu" | "fedramp" | "us";
  modified_on?: string;
  producers?: Array<{ script?: string; type?: "worker" } | { bucket_name?: string; type?: "r2_bucket" }>;
  producers_total_count?: number;
  queue_id?: string;
  queue_name?: string;
  settings?: { delivery_delay?: number; delivery_paused?: boolean; message_retention_period?: number };
};
export type QueueCreateParams = {
  account_id: string;
  queue_name: string;
  jurisdiction?: "eu" | "fedramp" | "us";
};
export type Bucket = {
  creation_date?: string;
  jurisdiction?: "eu" | "fedramp" | "us" | "default" | "fedramp-high";
  location?: "wnam" | "enam" | "weur" | "eeur" | "apac" | "oc";
  name?: string;
  storage_class?: "Standard" | "InfrequentAccess";
};
export type BucketCreateParams = {
  account_id: string;
  name: string;
  locationHint?: "wnam" | "enam" | "weur" | "eeur" | "apac" | "oc";
  storageClass?: "Standard" | "InfrequentAccess";
  "cf-r2-jurisdiction"?: "eu" | "fedramp" | "us" | "default" | "fedramp-high";
};
export type LifecycleGetResponse = {
  rules?: Array<{
    id: string;
    conditions: { prefix: string };
    enabled: boolean;
    abortMultipartUploadsTransition?: { condition?: { maxAge: number; type: "Age" } };
    deleteObjectsTransition?: {
      condition?: { maxAge: number; type: "Age" } | { date: string; type: "Date" };
    };
    storageClassTransitions?: Array<{
      condition: { maxAge: number; type: "Age" } | { date: string; type: "Date" };
      storageClass: "InfrequentAccess";
    }>;
  }>;
};
export type LifecycleUpdateParams = {
  account_id: string;
  rules?: Array<{
    id: string;
    conditions: { prefix: string };
    enabled: boolean;
    abortMultipartUploadsTransition?: { condition?: { maxAge: number; type: "Age" } };
    deleteObjectsTransition?: {
      condition?: { maxAge: number; type: "Age" } | { date: string; type: "Date" };
    };
    storageClassTransitions?: Array<{
      condition: { maxAge: number; type: "Age" } | { date: string; type: "Date" };
      storageClass: "InfrequentAccess";
    }>;
  }>;
  "cf-r2-jurisdiction"?: "eu" | "fedramp" | "us" | "default" | "fedramp-high";
};
export type ObjectListResponse = {
  custom_metadata?: { [name: string]: string };
  etag?: string;
  http_metadata?: {
    cacheControl?: string;
    cacheExpiry?: string;
    contentDisposition?: string;
    contentEncoding?: string;
    contentLanguage?: string;
    contentType?: string;
  };
  key?: string;
  last_modified?: string;
  size?: number;
  ssec?: boolean;
  storage_class?: "Standard" | "InfrequentAccess";
};
export type ObjectUploadResponse = {
  etag?: string;
  key?: string;
  size?: string;
  storage_class?: "Standard" | "InfrequentAccess";
  uploaded?: string;
  version?: string;
};
export type DomainListResponse = {
  id: string;
  cert_id: string;
  environment: string;
  hostname: string;
  service: string;
  zone_id: string;
  zone_name: string;
};
export type DomainUpdateParams = {
  account_id: string;
  hostname: string;
  service: string;
  zone_id?: string;
  zone_name?: string;
};
export type Deployment = {
  id: string;
  created_on: string;
  source: string;
  strategy: "percentage";
  versions: Array<{ percentage: number; version_id: string }>;
  annotations?: { "workers/message"?: string; "workers/triggered_by"?: string };
  author_email?: string;
};
export type ScheduleGetResponse = {
  schedules: Array<{ cron: string; created_on?: string; modified_on?: string }>;
};
export type SubdomainCreateParams = { account_id: string; enabled: boolean; previews_enabled?: boolean };
export type SubdomainGetResponse = { enabled: boolean; previews_enabled: boolean };
export type Zone = {
  id: string;
  account: { id?: string; name?: string };
  activated_on: null | string;
  created_on: string;
  development_mode: number;
  meta: {
    cdn_only?: boolean;
    custom_certificate_quota?: number;
    dns_only?: boolean;
    foundation_dns?: boolean;
    page_rule_quota?: number;
    phishing_detected?: boolean;
    step?: number;
  };
  modified_on: string;
  name: string;
  name_servers: Array<string>;
  original_dnshost: null | string;
  original_name_servers: null | Array<string>;
  original_registrar: null | string;
  owner: { id?: string; name?: string; type?: string };
  plan: {
    id?: string;
    can_subscribe?: boolean;
    currency?: string;
    externally_managed?: boolean;
    frequency?: string;
    is_subscribed?: boolean;
    legacy_discount?: boolean;
    legacy_id?: string;
    name?: string;
    price?: number;
  };
  cname_suffix?: string;
  paused?: boolean;
  permissions?: Array<string>;
  status?: "initializing" | "pending" | "active" | "moved";
  tenant?: { id?: string; name?: string };
  tenant_unit?: { id?: string };
  type?: "full" | "partial" | "secondary" | "internal";
  vanity_name_servers?: Array<string>;
  verification_key?: string;
};
