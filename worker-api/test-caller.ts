/** Accounts that call the API in tests, through the Worker's fetch handler. */
import { createScheduledController } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { openDb } from "#store/db.ts";
import { newApiKey } from "#store/keys/api-key-format.ts";
import { type accounts, apiKeys } from "#store/schema.ts";
import { addAccount } from "#store/test-account.ts";
import worker from "./index.ts";

export const ORIGIN = env.PUBLIC_ORIGIN;
export const db = openDb(env.DB);

export interface Call {
  body?: unknown;
  headers?: Record<string, string>;
}

export function newClientAddress(): string {
  return `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`;
}

/**
 * Sends a request under `/api/v1`, from a new client address unless `headers` has one. A body that is not a string is
 * sent as JSON.
 */
export function call(method: string, path: string, { body, headers = {} }: Call = {}): Promise<Response> {
  const address = { "cf-connecting-ip": newClientAddress() };
  const init: RequestInit = { method, headers: { ...address, ...headers } };
  if (body !== undefined) {
    init.headers = { "content-type": "application/json", ...address, ...headers };
    init.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  return exports.default.fetch(new Request(`${ORIGIN}/api/v1${path}`, init));
}

/** Runs the cron trigger as of `now`, Unix ms. */
export async function sweepAt(now: number): Promise<void> {
  await worker.scheduled(createScheduledController({ scheduledTime: new Date(now) }), env);
}

export interface Caller {
  accountId: string;
  key: string;
  call: typeof call;
}

/** A verified account with a key. */
export async function newCaller(fields: Partial<typeof accounts.$inferInsert> = {}): Promise<Caller> {
  const now = Date.now();
  const accountId = await addAccount(db, now, fields);
  const { key, row } = await newApiKey(env.SEALING_KEY);
  await db.insert(apiKeys).values({ ...row, accountId, createdAt: now });
  return {
    accountId,
    key,
    call: (method, path, options = {}) =>
      call(method, path, { ...options, headers: { "x-api-key": key, ...options.headers } }),
  };
}
