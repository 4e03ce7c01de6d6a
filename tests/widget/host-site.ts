/** A customer's site: pages on another origin than the service, and visits to them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { Browser, Page } from "puppeteer-core";

/** Full Chrome requests the icon by itself, the headless shell does not. It is left out of `requests`. */
const ICON = "/favicon.ico";
const WAIT_MS = 60_000;

export interface Site {
  /** Origin of the site under a host name of this machine: `localhost`, or for example `shop.localhost`. */
  origin(host?: string): string;
  serve(path: string, body: string | Buffer, headers?: Record<string, string>): void;
  /** Serves a page and returns its path. */
  addPage(html: string, headers?: Record<string, string>): string;
  /** A page that sends no response before `release()`. Then it is 404. `asked` resolves when it is requested. */
  holdPage(): { path: string; asked: Promise<void>; release(): void };
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const files = new Map<string, { body: string | Buffer; headers: Record<string, string> }>();
  files.set(ICON, { body: "", headers: {} });
  const held = new Map<string, { ask(): void; released: Promise<void> }>();
  const server = createServer(async (request, response) => {
    const path = request.url?.split(/[?#]/)[0] ?? "";
    const hold = held.get(path);
    hold?.ask();
    await hold?.released;
    const file = files.get(path);
    if (file) response.writeHead(200, file.headers).end(file.body);
    else response.writeHead(404).end();
  });
  server.listen(0);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The site has no port.");
  return {
    origin: (host = "localhost") => `http://${host}:${address.port}`,
    serve(path, body, headers = {}) {
      files.set(path, { body, headers });
    },
    addPage(html, headers = {}) {
      const path = `/page-${files.size + 1}`;
      files.set(path, {
        body: `<!doctype html>${html}`,
        headers: { "content-type": "text/html; charset=utf-8", ...headers },
      });
      return path;
    },
    holdPage() {
      const path = `/held-${held.size + 1}`;
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      held.set(path, { ask, released });
      return { path, asked, release };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

export interface Visit {
  page: Page;
  /** Lines of the console, as `type: text`. */
  consoleLines: string[];
  /** Requests of the page, as `METHOD address`. */
  requests: string[];
}

/** Opens the address in a new browser context. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const consoleLines: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => consoleLines.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => consoleLines.push(`pageerror: ${error}`));
  page.on("request", (request) => {
    if (!request.url().endsWith(ICON)) requests.push(`${request.method()} ${request.url()}`);
  });
  await page.goto(url);
  return { page, consoleLines, requests };
}
