/** Serves pages to the end-to-end tests on loopback. Each `*-pages.ts` file is a table from path to response. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { listen } from "../../tools/listen.ts";

/** Handles one request. If it never ends the response, the page hangs. */
export type Responder = (request: IncomingMessage, response: ServerResponse) => void;
export type Pages = Record<string, string | Responder>;

export interface PageServer {
  /** Without a slash at the end. */
  origin: string;
  /** Number of requests for each path. */
  hits: Map<string, number>;
  close(): Promise<void>;
}

/** Serves the tables on a free port, over https if `tls` is given. Other paths are 404. */
export async function servePages(tables: Pages[], tls?: { key: string; cert: string }): Promise<PageServer> {
  const pages = new Map(tables.flatMap((table) => Object.entries(table)));
  const hits = new Map<string, number>();
  const respond: Responder = (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://loopback");
    hits.set(pathname, (hits.get(pathname) ?? 0) + 1);
    const page = pages.get(pathname);
    if (page === undefined) response.writeHead(404).end("not here");
    else if (typeof page === "string")
      response.setHeader("content-type", "text/html; charset=utf-8").end(page);
    else page(request, response);
  };
  const server = tls ? createTlsServer(tls, respond) : createServer(respond);
  const port = await listen(server);
  return {
    origin: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page with a title, styles and a body. */
export function html(title: string, body: string, style = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>body{margin:0;font:16px sans-serif}${style}</style></head><body>${body}</body></html>`;
}

/** An image in one CSS colour that arrives after `delayMs`. Tests find an image by its colour. */
export function picture(color: string, delayMs = 0, width = 200, height = 100): Responder {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/></svg>`;
  return (_, response) => {
    setTimeout(() => response.setHeader("content-type", "image/svg+xml").end(svg), delayMs);
  };
}

/** Never sends a response. */
export const hang: Responder = () => undefined;
