import type { CallInput, CallName, Calls } from "./calls.ts";
import { errorBody } from "./error-body.ts";
import { CallFailure } from "./failure.ts";

export const API_BASE = "/api/v1";

interface Bearer {
  token(): string | null;
  /** Called when the server no longer accepts the token. */
  ended(): void;
}

let bearer: Bearer = { token: () => null, ended: () => {} };

/** Sets the source of the token, which the client itself does not store. */
export function bearerFrom(source: Bearer): void {
  bearer = source;
}

/** The cast is safe: the API checks its responses with the schemas of the contract, from which these types come. */
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

/**
 * Sends the call with the token of the sign-in session, with `apiKey` or with `jobToken`. Returns a response whose status is
 * 2xx.
 */
async function send<Name extends CallName>(
  name: Name,
  { body, id, query, apiKey, jobToken, keepalive, signal }: CallInput<Name>,
): Promise<Response> {
  const [method = "GET", template = ""] = name.split(" ");
  const path = id === undefined ? template : template.replace("{id}", encodeURIComponent(id));
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const headers = new Headers({ accept: "application/json" });
  // The operator's calls have a cookie of their own.
  const hasBearer = apiKey === undefined && jobToken === undefined && !template.startsWith("/admin/");
  const token = hasBearer ? bearer.token() : null;
  if (apiKey !== undefined) headers.set("x-api-key", apiKey);
  const sent = jobToken ?? token;
  if (sent) headers.set("authorization", `Bearer ${sent}`);
  if (method !== "GET") headers.set("content-type", "application/json");

  let response: Response;
  try {
    response = await fetch(API_BASE + path + search, {
      method,
      headers,
      keepalive,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new CallFailure(0, {}, cause);
  }
  if (response.ok) return response;
  const failure = new CallFailure(response.status, errorBody(await parse(response)));
  if (failure.code === "session_required" && token !== null && token === bearer.token()) bearer.ended();
  throw failure;
}

/**
 * Calls the API and returns the parsed JSON.
 * @throws CallFailure if the status is not 2xx, or without a response
 */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name> = {},
): Promise<Calls[Name]["response"]> {
  return typed<Name>(await parse(await send(name, input)));
}

/**
 * Calls the API and returns the response as a file. The browser can keep a large one on disk.
 * @throws CallFailure if the status is not 2xx, or without a whole response
 */
export async function callFile(name: CallName): Promise<Blob> {
  const response = await send(name, {});
  try {
    return await response.blob();
  } catch (cause) {
    throw new CallFailure(0, {}, cause);
  }
}
