/** Sends a request of a try-it card and keeps the latest response. */
import { useRef, useState } from "react";
import { type ApiRequest, apiBase } from "../../snippets/request.ts";

interface Received {
  status: number;
  statusText: string;
  durationMs: number;
  headers: readonly [string, string][];
  body: string;
}

export type Sending =
  | { state: "idle" }
  | { state: "sending" }
  | { state: "refused"; message: string }
  | { state: "received"; response: Received };

/** Indents JSON. Other text is returned unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export function useResponse() {
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const newest = useRef(0);

  /** Returns the text of the response, or null if none came or a newer request was sent meanwhile. */
  async function send(request: ApiRequest, key: string): Promise<string | null> {
    if (!key) {
      setSending({ state: "refused", message: "Please provide an API key" });
      return null;
    }
    const attempt = ++newest.current;
    setSending({ state: "sending" });
    const startedAt = performance.now();
    try {
      const response = await fetch(apiBase() + request.path, {
        method: request.method,
        headers: {
          "x-api-key": key,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
      });
      const text = await response.text();
      if (attempt !== newest.current) return null;
      setSending({
        state: "received",
        response: {
          status: response.status,
          statusText: response.statusText,
          durationMs: Math.round(performance.now() - startedAt),
          headers: [...response.headers],
          body: pretty(text),
        },
      });
      return text;
    } catch (error) {
      console.error("The try-it request failed.", error);
      if (attempt === newest.current) setSending({ state: "refused", message: "Request failed" });
      return null;
    }
  }

  return { sending, send };
}
