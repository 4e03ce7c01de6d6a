/** The real browser binding, whose faults a test chooses: those of the network and of Browser Run's limits. */
import { env } from "cloudflare:workers";
import puppeteer from "@cloudflare/puppeteer";

interface Faults {
  /** What a request is answered instead, or null for the real answer. */
  instead?: (url: string, method: string) => Promise<Response | null> | Response | null;
}

export function faultyBinding({ instead }: Faults = {}) {
  let isCut = false;
  const relay = (upstream: WebSocket): Response => {
    const { 0: client, 1: server } = new WebSocketPair();
    upstream.accept();
    server.accept();
    upstream.addEventListener("message", ({ data }) => void (isCut || server.send(data)));
    server.addEventListener("message", ({ data }) => void (isCut || upstream.send(data)));
    upstream.addEventListener("close", () => void (isCut || server.close()));
    server.addEventListener("close", () => upstream.close());
    return new Response(null, { status: 101, webSocket: client });
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const replaced = await instead?.(String(input), init?.method ?? "GET");
    if (replaced) return replaced;
    const response = await env.BROWSER.fetch(String(input), init);
    return response.webSocket ? relay(response.webSocket) : response;
  };
  return {
    limits: { NEW_BROWSERS_PER_SECOND: "20", BROWSER: { fetch } },
    /** From now on nothing passes any more, and neither side notices. */
    cut() {
      isCut = true;
    },
  };
}

/** Ids of all browsers that run. */
export async function sessionIds(): Promise<string[]> {
  return (await puppeteer.sessions(env.BROWSER)).map(({ sessionId }) => sessionId);
}
