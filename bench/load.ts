/** A load of HTTP requests over a fixed number of kept connections. */
import { Agent, request as send } from "node:http";

export interface Call {
  method: "GET" | "POST";
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds of each request. */
  latencies: number[];
}

/** One call and its whole answer. Takes less of the processor than `fetch`, which in a race is the service's loss. */
export function ask(
  agent: Agent,
  { method, url, headers, body }: Call,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Sends `count` calls made by `next`, `connections` at a time. Throws at the first answer that is not 2xx. */
export async function load(count: number, connections: number, next: () => Call): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let left = count;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const call = next();
        const sentAt = performance.now();
        const { status } = await ask(agent, call);
        if (status < 200 || status > 299) throw new Error(`${call.method} ${call.url} answered ${status}`);
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  agent.destroy();
  return { requestsPerSecond: (count * 1000) / (performance.now() - startedAt), latencies };
}
