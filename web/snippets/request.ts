/** An API request that the docs and the landing page show as code. */
import { API_BASE } from "../client/call.ts";

export interface ApiRequest {
  method: "GET" | "POST" | "DELETE";
  /** Below `/api/v1`, with a leading slash. */
  path: string;
  body?: unknown;
}

/** Base URL of the API on the host of this page. */
export function apiBase(): string {
  return `${window.location.origin}${API_BASE}`;
}
