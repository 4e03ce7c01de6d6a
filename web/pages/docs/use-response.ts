/** Sends a request of a try-it card and keeps the latest response. */
import { useRef, useState } from "react";
import { API_BASE } from "../../client/call.ts";
import { errorBody } from "../../client/error-body.ts";
import type { ApiRequest } from "../../snippets/request.ts";
import { type Fault, faultOf } from "./faults.ts";

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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type TryIt = ReturnType<typeof useResponse>;

export function useResponse() {
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const newest = useRef(0);

  /** Returns the text of the response, or null if none came or a newer request was sent meanwhile. */
  async function send(request: ApiRequest, key: string): Promise<string | null> {
    setFaults([]);
    if (!key) {
      setSending({ state: "refused", message: "Please provide an API key" });
      return null;
    }
    const attempt = ++newest.current;
    setSending({ state: "sending" });
    const startedAt = performance.now();
    try {
      const response = await fetch(API_BASE + request.path, {
        method: request.method,
        headers: {
          "x-api-key": key,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
      });
      const text = await response.text();
      if (attempt !== newest.current) return null;
      const json = parse(text);
      setFaults(response.ok ? [] : (errorBody(json).details ?? []));
      setSending({
        state: "received",
        response: {
          status: response.status,
          statusText: response.statusText,
          durationMs: Math.round(performance.now() - startedAt),
          headers: [...response.headers],
          body: json === undefined ? text : JSON.stringify(json, null, 2),
        },
      });
      return text;
    } catch (error) {
      console.error("The try-it request failed.", error);
      if (attempt === newest.current) setSending({ state: "refused", message: "Request failed" });
      return null;
    }
  }

  /** Removes the faults of a field whose value changes. */
  function forgive(path: string) {
    setFaults((previous) => previous.filter((fault) => faultOf(path, "", [fault]) === null));
  }

  return { sending, faults, send, forgive };
}
