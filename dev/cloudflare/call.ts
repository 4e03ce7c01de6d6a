/** A call of the API: what the handlers of the operations get, and how they refuse. */
import type { CloudflareState } from "./state.ts";

export interface Call {
  state: CloudflareState;
  /** The parts of the path that the operation names. */
  path: Record<string, string>;
  query: URLSearchParams;
  /** Parsed JSON, the form of an upload, or the bytes of an object. */
  body: unknown;
}

/** Refused with this status and this code of Cloudflare's. */
export class ApiFault extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Operations = Readonly<Record<string, (call: Call) => unknown>>;

/** A part of the path that the operation names. */
export function part(call: Call, name: string): string {
  const value = call.path[name];
  if (value === undefined) throw new Error(`The operation's path has no {${name}}.`);
  return value;
}
