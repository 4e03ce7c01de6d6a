/** The servers of the test's internet: the attacker's sites, a name service, and the canary, which no page may reach. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createTlsServer } from "node:https";
import { createServer as createSocketServer } from "node:net";
import { absentIssuer } from "./absent-issuer.ts";
import { accepted } from "./accepted.ts";
import { INNER_PAGES, PAGES } from "./attacks.ts";
import {
  BROKEN_PORT,
  CANARIES,
  CANARY_PORT,
  FORBIDDEN_PORT,
  NAME_SERVICE_PORT,
  NAMES,
  PUBLIC_ADDRESS,
  REBINDING,
  SECURE_ATTACKER,
} from "./network.ts";
import { CALLERS, STATE_PAGES } from "./state-pages.ts";

export interface Internet {
  /** Connections to the canary, with or without a request. */
  canaryConnections(): number;
  /** First lines of the requests to the canary. */
  canaryRequests(): string[];
  /** First lines of the requests to the forbidden port, and its UDP packets. */
  portRequests(): string[];
  /** Paths requested from the attacker's sites. */
  visits(): string[];
}

/** Less than 3 s: a page's load ends when nothing arrives for that long. */
const DRIP_MS = 300;

/** Begins an image and sends a byte from time to time. The returned function ends the image. */
function drip(response: ServerResponse): () => void {
  // An invalid image ends at once. An SVG is read only when it is complete.
  response.writeHead(200, { "content-type": "image/svg+xml" });
  response.write('<svg xmlns="http://www.w3.org/2000/svg">');
  const dripping = setInterval(() => response.write(" "), DRIP_MS);
  response.on("close", () => clearInterval(dripping));
  return () => {
    clearInterval(dripping);
    response.end("</svg>");
  };
}

const PAGE_IN_STYLE = '<title>Page</title><link rel="stylesheet" href="/style"><h1>A page</h1>';

export async function startInternet(hasSites: boolean): Promise<Internet> {
  const visits: string[] = [];
  const canaryRequests: string[] = [];
  const portRequests: string[] = [];
  /** By page: the function that ends the image for which its load waits. */
  const waiting = new Map<string, () => void>();
  /** Pages that were done before they requested that image. */
  const early = new Set<string>();
  const meeting: (() => void)[] = [];
  const holding: (() => void)[] = [];
  let called = 0;
  let canaryConnections = 0;

  const sites: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site");
    visits.push(request.url ?? "/");
    const to = searchParams.get("to");
    if (pathname === "/redirect" && to) {
      response.writeHead(302, { location: to }).end();
      return;
    }
    if (pathname === "/rules.json" && to) {
      const rules = { prefetch: [{ source: "list", urls: [to], eagerness: "immediate" }] };
      response
        .writeHead(200, { "content-type": "application/speculationrules+json" })
        .end(JSON.stringify(rules));
      return;
    }
    if (pathname === "/pdf-at-first") {
      const isFirst = visits.filter((visit) => visit.startsWith(pathname)).length === 1;
      if (isFirst) response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.7");
      else response.writeHead(302, { location: `${REBINDING}/pdf` }).end();
      return;
    }
    const page = searchParams.get("page");
    if (page && pathname === "/until") {
      const end = drip(response);
      if (early.delete(page)) end();
      else waiting.set(page, end);
      return;
    }
    if (page && pathname === "/done") {
      const end = waiting.get(page);
      waiting.delete(page);
      if (end) end();
      else early.add(page);
      response.writeHead(204).end();
      return;
    }
    if (pathname.startsWith("/ran/")) {
      response.writeHead(204).end();
      return;
    }
    const inner = INNER_PAGES[pathname];
    if (inner) {
      response.writeHead(200, { "content-type": "text/html" }).end(inner(searchParams.get("of") ?? ""));
      return;
    }
    const state = STATE_PAGES[pathname];
    if (state) {
      if (pathname === "/state/called") called += 1;
      const send = () => response.writeHead(200, state.headers).end(state.body);
      if (pathname === "/state/meet") meeting.push(send);
      else if (pathname === "/state/hold") holding.push(drip(response));
      else send();
      if (meeting.length === CALLERS) for (const send of meeting.splice(0)) send();
      if (called === CALLERS) for (const end of holding.splice(0)) end();
      return;
    }
    const [, canary = "", name = ""] = pathname.split("/").map(decodeURIComponent);
    const attack = PAGES[name];
    const base = Object.entries(CANARIES).find(([key]) => key === canary)?.[1];
    if (!attack || !base) {
      response.writeHead(404).end();
      return;
    }
    const made = attack(`${base}/${canary}/${encodeURIComponent(name)}`);
    const { "content-type": type = "text/html", ...headers } = made.headers ?? {};
    response
      .writeHead(made.status ?? 200, { ...(type && { "content-type": type }), ...headers })
      .end(made.body);
  };

  const names: RequestListener = (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://names");
    const name = searchParams.get("name") ?? "";
    const address = searchParams.get("type") === "A" ? NAMES[name] : undefined;
    const records = address ? [{ name, type: 1, TTL: 60, data: address }] : [];
    response
      .writeHead(200, { "content-type": "application/dns-json" })
      .end(JSON.stringify({ Status: name in NAMES ? 0 : 3, Answer: records }));
  };

  const canary = (requests: string[]) =>
    createSocketServer((socket) => {
      if (requests === canaryRequests) canaryConnections += 1;
      socket.on("error", () => undefined);
      socket.on("data", (data) => {
        requests.push(data.toString().split("\r\n", 1)[0] ?? "");
        socket.end(
          "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<title>SECRET</title>SECRET",
        );
      });
    });

  const half = createSecureServer(accepted, ({ url }, response) => {
    const [type, body] = url === "/style" ? ["text/css", "h1 { color: red }"] : ["text/html", PAGE_IN_STYLE];
    const length = body.length * (url === "/" || url === "/style" ? 2 : 1);
    response.writeHead(200, { "content-type": type, "content-length": length }).end(body);
  });

  const tlsSites = createTlsServer(absentIssuer, sites);
  tlsSites.addContext(new URL(SECURE_ATTACKER).hostname, accepted);

  const servers = [
    ...(hasSites
      ? [
          createServer(sites).listen(80, PUBLIC_ADDRESS),
          tlsSites.listen(443, PUBLIC_ADDRESS),
          half.listen(BROKEN_PORT, PUBLIC_ADDRESS),
          canary(portRequests).listen(FORBIDDEN_PORT, PUBLIC_ADDRESS),
          createSocket("udp4", () => portRequests.push("a UDP packet")).bind(FORBIDDEN_PORT, PUBLIC_ADDRESS),
        ]
      : []),
    createServer(names).listen(NAME_SERVICE_PORT, "127.0.0.1"),
    canary(canaryRequests).listen(CANARY_PORT, "::"),
  ];
  await Promise.all(servers.map((server) => once(server, "listening")));
  return {
    canaryConnections: () => canaryConnections,
    canaryRequests: () => [...canaryRequests],
    portRequests: () => [...portRequests],
    visits: () => [...visits],
  };
}
