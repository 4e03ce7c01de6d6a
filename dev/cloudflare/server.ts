/**
 * A local Cloudflare API: what a deployment calls, in memory. The types of Cloudflare's SDK check requests and responses,
 * and tests deploy to it with the real Wrangler. A call can be made to fail before or after its effect.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "../../tools/listen.ts";
import { ApiFault, type Call, type Operations } from "./call.ts";
import { databaseFileOperations, etagOf } from "./database-files.ts";
import { resourceOperations } from "./resources.ts";
import { type CloudflareState, newAccount } from "./state.ts";
import { workerOperations } from "./workers.ts";

const FILES = "/files/";
export const OPERATIONS: Operations = {
  ...resourceOperations,
  ...databaseFileOperations,
  ...workerOperations,
};

export interface RunningCloudflare {
  baseUrl: string;
  state: CloudflareState;
  /** All calls, as `GET /path`. */
  calls: string[];
  /** Breaks the connection of the call with this number, counted from 0: before its effect, or after it. Null: none. */
  failure: { at: number; when: "before" | "after" } | null;
  close(): void;
}

interface Route {
  method: string;
  pattern: RegExp;
  handle: (call: Call) => unknown;
}

const ROUTES: Route[] = Object.entries(OPERATIONS).map(([operation, handle]) => {
  const [method = "", path = ""] = operation.split(" ");
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  return { method, pattern, handle };
});

async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await buffer(request);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("multipart/"))
    return new Response(bytes, { headers: { "content-type": type } }).formData();
  if (type === "application/octet-stream") return bytes;
  return bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
}

function respond(state: CloudflareState, method: string, url: URL, body: unknown): unknown {
  for (const route of ROUTES) {
    const match = route.method === method ? route.pattern.exec(url.pathname) : null;
    if (!match) continue;
    const path = Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
    return route.handle({ state, path: Object.fromEntries(path), query: url.searchParams, body });
  }
  throw new ApiFault(404, 7003, `This Cloudflare has no ${method} ${url.pathname}`);
}

async function respondFile(
  { files }: CloudflareState,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "PUT") {
    const file = await buffer(request);
    files.stored.set(name, file);
    response.setHeader("etag", `"${etagOf(file)}"`).end();
    return;
  }
  const file = files.stored.get(name);
  if (file) response.end(file);
  else response.writeHead(404).end();
}

function refusal(error: unknown): ApiFault {
  if (error instanceof ApiFault) return error;
  const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
  return new ApiFault(400, 10001, message);
}

/** @param domain The account's domain. */
export async function startCloudflare(domain: string): Promise<RunningCloudflare> {
  const running: RunningCloudflare = {
    baseUrl: "",
    state: newAccount(domain),
    calls: [],
    failure: null,
    close: () => server.close(),
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const method = request.method ?? "GET";
    if (url.pathname.startsWith(FILES)) {
      await respondFile(running.state, url.pathname.slice(FILES.length), request, response);
      return;
    }
    const { failure } = running;
    const isFailing = failure?.at === running.calls.length;
    running.calls.push(`${method} ${url.pathname}`);
    if (isFailing && failure.when === "before") {
      request.socket.destroy();
      return;
    }
    const send = (status: number, body: unknown) => {
      if (isFailing) request.socket.destroy();
      else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    try {
      const result = respond(running.state, method, url, await readBody(request));
      if (method === "DELETE" && result === null && !isFailing) response.writeHead(200).end();
      else
        send(200, {
          success: true,
          errors: [],
          messages: [],
          result,
          result_info: { page: 1, total_pages: 1 },
        });
    } catch (error) {
      const { status, code, message } = refusal(error);
      send(status, { success: false, errors: [{ code, message }], messages: [], result: null });
    }
  });
  running.baseUrl = `http://127.0.0.1:${await listen(server)}`;
  running.state.files.baseUrl = running.baseUrl + FILES.slice(0, -1);
  return running;
}
