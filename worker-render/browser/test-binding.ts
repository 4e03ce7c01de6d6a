/** The real browser binding, with faults of the network or of Browser Run's limits that a test chooses. */
import { env } from "cloudflare:workers";
import { setTimeout as sleep } from "node:timers/promises";
import puppeteer from "@cloudflare/puppeteer";
import { z } from "zod";

type Reply = { error: { code: number; message: string } } | { result: object };

interface Faults {
  /** Response in place of the real one; null for the real one. */
  instead?: (url: string, method: string) => Promise<Response | null> | Response | null;
  /** Each message reaches the browser this long after the one before it. */
  gapMs?: number;
  /** What the browser replies to a command of the whole browser, now or later; null for its own reply. */
  reply?: (method: string) => Reply | Promise<Reply> | null;
  /** Is called with each command. */
  onCommand?: (method: string) => void;
}

const Command = z.object({ id: z.number(), method: z.string(), sessionId: z.string().optional() });

export function faultyBinding({ instead, gapMs = 0, reply, onCommand }: Faults = {}) {
  let isCut = false;
  const relay = (upstream: WebSocket): Response => {
    const { 0: client, 1: server } = new WebSocketPair();
    upstream.accept();
    server.accept();
    upstream.addEventListener("message", ({ data }) => void (isCut || server.send(data)));
    let passed = Promise.resolve();
    const pass = async (before: Promise<void>, data: string | ArrayBuffer) => {
      await before;
      if (gapMs > 0) await sleep(gapMs);
      if (!isCut) upstream.send(data);
    };
    server.addEventListener("message", ({ data }) => {
      const { id, method, sessionId } = Command.parse(JSON.parse(String(data)));
      onCommand?.(method);
      const replaced = sessionId === undefined ? reply?.(method) : null;
      if (replaced) {
        void Promise.resolve(replaced)
          .then((own) => server.send(JSON.stringify({ id, ...own })))
          .catch(() => undefined);
        return;
      }
      passed = pass(passed, data).catch(() => undefined);
    });
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
    /** Drops all further messages in both directions, unnoticed by either side. */
    cut() {
      isCut = true;
    },
  };
}

/** Ids of all running browsers. */
export async function sessionIds(): Promise<string[]> {
  return (await puppeteer.sessions(env.BROWSER)).map(({ sessionId }) => sessionId);
}
