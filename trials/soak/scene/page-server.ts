/** Serves a folder of pages on loopback. It can refuse or stall requests for a while, like a site that is down. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};
const MAX_DELAY_MS = 5_000;
const PORT_RETRY_MS = 100;

/** Begin and end of an outage, Unix ms. */
export interface Outage {
  from: number;
  until: number;
}

export class PageServer {
  /** A job that ran during an outage may fail. */
  readonly outages: Outage[] = [];
  private readonly folder: string;
  private readonly server = createServer((request, response) => {
    const respond = () => this.respond(new URL(request.url ?? "/", "http://pages.test"), response);
    if (this.stalled) this.stalled.push(respond);
    else void respond();
  });
  private stalled: (() => Promise<void>)[] | null = null;
  private port = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  async open(): Promise<void> {
    this.server.listen(this.port, "127.0.0.1");
    await once(this.server, "listening");
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("The pages have no port.");
    this.port = address.port;
  }

  /** The addresses of the folder's HTML files, sorted. */
  urls(): string[] {
    const names = readdirSync(this.folder).filter((name) => name.endsWith(".html"));
    if (names.length === 0) throw new Error(`There is no *.html file in ${this.folder}.`);
    return names.sort().map((name) => `http://127.0.0.1:${this.port}/${encodeURIComponent(name)}`);
  }

  /** Refuses connections and drops open ones, until `over` resolves. */
  async refuse(over: Promise<unknown>): Promise<void> {
    await this.outage(async () => {
      await this.close();
      await over;
      while (!this.server.listening) await this.open().catch(() => sleep(PORT_RETRY_MS));
    });
  }

  /** Lets requests wait until `over` resolves, then responds to all of them. */
  async stall(over: Promise<unknown>): Promise<void> {
    await this.outage(async () => {
      const waiting: (() => Promise<void>)[] = [];
      this.stalled = waiting;
      await over;
      this.stalled = null;
      await Promise.all(waiting.map((respond) => respond()));
    });
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, "close");
  }

  private async outage(during: () => Promise<void>): Promise<void> {
    const outage = { from: Date.now(), until: Number.POSITIVE_INFINITY };
    this.outages.push(outage);
    await during();
    outage.until = Date.now();
  }

  /** `?after=N` delays a file by N ms. */
  private async respond({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
    await sleep(Math.min(Number(searchParams.get("after")), MAX_DELAY_MS));
    try {
      const path = normalize(decodeURIComponent(pathname));
      const body = await readFile(join(this.folder, path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
      response.end(body);
    } catch {
      response.writeHead(404, { "content-type": TYPES[".html"] }).end("<h1>Not here</h1>");
    }
  }
}
