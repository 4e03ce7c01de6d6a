import type { CallInput, CallName, Calls } from "./calls.ts";
import { CallFailure } from "./failure.ts";

export const API_BASE = "/api/v1";

interface Bearer {
  token(): string | null;
  /** The server no longer knows the session. */
  ended(): void;
}

let bearer: Bearer = { token: () => null, ended: () => {} };

/** The session store hands in where the token comes from; the client itself keeps no state of it. */
export function bearerFrom(source: Bearer): void {
  bearer = source;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function errorBody(value: unknown): ConstructorParameters<typeof CallFailure>[1] {
  if (!isRecord(value)) return {};
  const { error, message, code, details } = value;
  return {
    error: typeof error === "string" ? error : undefined,
    message: typeof message === "string" ? message : undefined,
    code: typeof code === "string" ? code : undefined,
    details: Array.isArray(details)
      ? details
          .filter(isRecord)
          .map((entry) => ({ path: String(entry.path), message: String(entry.message) }))
      : undefined,
  };
}

/** The one place where an answer gets its type: the API validates every answer against the same contract schema. */
function typed<Name extends CallName>(value: unknown): Calls[Name]["response"] {
  return value as Calls[Name]["response"];
}

async function parse(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls the API with the session's token. Throws `CallFailure` for everything but a 2xx answer. */
export async function call<Name extends CallName>(
  name: Name,
  { body, id, query, signal }: CallInput<Name> = {},
): Promise<Calls[Name]["response"]> {
  const [method = "GET", template = ""] = name.split(" ");
  const path = id === undefined ? template : template.replace("{id}", encodeURIComponent(id));
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const headers = new Headers({ accept: "application/json" });
  const token = bearer.token();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (method !== "GET") headers.set("content-type", "application/json");

  let response: Response;
  try {
    response = await fetch(API_BASE + path + search, {
      method,
      headers,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new CallFailure(0, {}, cause);
  }
  const parsed = await parse(response);
  if (response.ok) return typed<Name>(parsed);
  const failure = new CallFailure(response.status, errorBody(parsed));
  if (failure.code === "session_required" && token !== null && token === bearer.token()) bearer.ended();
  throw failure;
}
