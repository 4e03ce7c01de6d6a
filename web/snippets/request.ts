/** A call of the API as the docs and the landing page show it in code. */
import { API_BASE } from "../client/call.ts";

export interface ApiRequest {
  method: "GET" | "POST" | "DELETE";
  /** Below `/api/v1`, with a leading slash. */
  path: string;
  body?: unknown;
}

/** Where the API answers for this page's own host. */
export function apiBase(): string {
  return `${window.location.origin}${API_BASE}`;
}
