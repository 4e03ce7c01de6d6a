/** Serves the pages of the soak, a redirect at `/moved` and any HTTP status at `/status/NNN`. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { listen } from "../../tools/listen.ts";
import { ROOT } from "../../tools/paths.ts";

const FOLDER = join(ROOT, "trials", "soak", "pages");
const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

const SPECIAL: Record<string, (response: ServerResponse) => void> = {
  "/moved": (response) => response.writeHead(302, { location: "/article.html" }).end(),
};

async function respond(path: string, response: ServerResponse): Promise<void> {
  const special = SPECIAL[path];
  if (special) {
    special(response);
    return;
  }
  const status = /^\/status\/(\d{3})$/.exec(path)?.[1];
  if (status) {
    response.writeHead(Number(status), { "content-type": TYPES[".html"] }).end(`<h1>Status ${status}</h1>`);
    return;
  }
  try {
    const body = await readFile(join(FOLDER, normalize(path)));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404, { "content-type": TYPES[".html"] }).end("<h1>Not here</h1>");
  }
}

export async function startPages(): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void respond(new URL(request.url ?? "/", "http://pages.test").pathname, response);
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
