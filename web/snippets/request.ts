/** An API request that the docs and the landing page show as code. */
import { API_BASE } from "../client/call.ts";

export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, with a leading slash. */
  path: string;
  body?: unknown;
  /** How the caller proves its identity: by an API key (the default), by the token of a session or job, or not at all. */
  access?: "key" | "token" | "open";
}

/** Name and value of each header of the request. */
export function headersOf({ access = "key", body }: ApiRequest, key: string): [string, string][] {
  const headers: [string, string][] = [];
  if (access === "key") headers.push(["x-api-key", key]);
  if (access === "token") headers.push(["Authorization", "Bearer YOUR_TOKEN"]);
  if (body !== undefined) headers.push(["Content-Type", "application/json"]);
  return headers;
}

/** Base URL of the API. `origin`: that of the site. */
export function apiBase(origin: string): string {
  return `${origin}${API_BASE}`;
}
