/** Calls of Cloudflare's API. A schema checks each result, and a refusal becomes a CloudflareError. */
import { z } from "zod";

const API = "https://api.cloudflare.com/client/v4";
const TIMEOUT_MS = 60_000;

const Envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
  result: z.unknown(),
});

/** Cloudflare refused a call. */
export class CloudflareError extends Error {
  readonly status: number;
  readonly codes: readonly number[];

  constructor(call: string, status: number, errors: readonly { code: number; message: string }[]) {
    const said = errors.map(({ code, message }) => `${message} [code: ${code}]`).join(" ");
    super(`Cloudflare refused ${call}: ${said || `status ${status}`}`);
    this.status = status;
    this.codes = errors.map(({ code }) => code);
  }
}

export interface Cloudflare {
  read<T>(path: string, schema: z.ZodType<T>): Promise<T>;
  /** Like `read`; null if it does not exist. */
  find<T>(path: string, schema: z.ZodType<T>): Promise<T | null>;
  write(method: "DELETE" | "POST" | "PUT", path: string, body?: unknown): Promise<void>;
  upload(path: string, file: Blob): Promise<void>;
  /** Runs SQL that only reads in a D1 database. `path` is the database's. */
  query<T>(path: string, sql: string, row: z.ZodType<T>): Promise<T[]>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function typeOf(body: unknown): string {
  return body instanceof Blob ? "application/octet-stream" : "application/json";
}

/** Uses the address of CLOUDFLARE_API_BASE_URL if it is set, as Wrangler does. */
export function openCloudflare(headers: Record<string, string>): Cloudflare {
  const base = process.env.CLOUDFLARE_API_BASE_URL ?? API;

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": typeOf(body) }) },
      body: body instanceof Blob ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new Error(`Cloudflare did not respond to ${method} ${path}.`, { cause: error });
    });
    const text = await response.text();
    // Some deletions return nothing.
    if (response.ok && text === "") return null;
    const parsed = Envelope.safeParse(parseJson(text));
    if (response.ok && parsed.data?.success) return parsed.data.result;
    throw new CloudflareError(`${method} ${path}`, response.status, parsed.data?.errors ?? []);
  }

  async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return schema.parse(await call("GET", path));
  }

  return {
    read,
    async find(path, schema) {
      try {
        return await read(path, schema);
      } catch (error) {
        if (error instanceof CloudflareError && error.status === 404) return null;
        throw error;
      }
    },
    async write(method, path, body) {
      await call(method, path, body);
    },
    async upload(path, file) {
      await call("PUT", path, file);
    },
    async query(path, sql, row) {
      const results = z
        .array(z.object({ results: z.array(row) }))
        .parse(await call("POST", `${path}/query`, { sql }));
      return results.flatMap((part) => part.results);
    },
  };
}
