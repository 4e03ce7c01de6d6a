/** Serves a folder of saved pages on loopback. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { listen } from "../../tools/listen.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".gif": "image/gif",
  ".html": "text/html",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

export interface Site {
  origin: string;
  close(): Promise<void>;
}

/** The file at an address, or null when the folder has none. */
async function readAt(root: string, address: string): Promise<{ body: Buffer; type: string } | null> {
  try {
    const file = join(root, decodeURIComponent(new URL(address, "http://localhost").pathname));
    if (!file.startsWith(root)) return null;
    return { body: await readFile(file), type: TYPES[extname(file)] ?? "text/plain" };
  } catch {
    return null;
  }
}

/** The content types have no charset, because a saved page names its own. */
export async function serveFolder(folder: string): Promise<Site> {
  const root = normalize(`${folder}${sep}`);
  const server = createServer(async (request, response) => {
    const found = await readAt(root, request.url ?? "/");
    if (found) response.writeHead(200, { "content-type": found.type }).end(found.body);
    else response.writeHead(404).end();
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
