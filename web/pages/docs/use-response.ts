/** Sends a request of the try-it cards with the key that was typed, and keeps the answer as it came. */
import { useRef, useState } from "react";
import { type ApiRequest, apiBase } from "../../snippets/request.ts";

interface Answer {
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
  | { state: "answered"; response: Answer };

/** JSON is indented; anything else stays as it is. */
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

  async function send(request: ApiRequest, key: string): Promise<string | null> {
    if (!key) {
      setSending({ state: "refused", message: "Please provide an API key" });
      return null;
    }
    const turn = ++newest.current;
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
      if (turn !== newest.current) return null;
      setSending({
        state: "answered",
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
      if (turn === newest.current) setSending({ state: "refused", message: "Request failed" });
      return null;
    }
  }

  return { sending, send };
}
