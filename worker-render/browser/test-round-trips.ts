/** Counts the round trips to the browser that follow one another, in tests. */
import { env } from "cloudflare:workers";
import { setTimeout as sleep } from "node:timers/promises";

/** Long beside what the browser needs for a command, so that commands of one moment count as one round trip. */
const ONE_WAY_MS = 250;

/**
 * A browser binding that is far away once `count` was called. Each command's round is one above the latest round whose
 * response or event had arrived when it was sent, so commands that wait for nothing share a round.
 */
export function distantBinding() {
  let isFar = false;
  /** The latest round that has reached the browser, and of which something has come back. */
  let [there, back] = [0, 0];

  const relay = (browser: WebSocket): Response => {
    const { 0: client, 1: server } = new WebSocketPair();
    browser.accept();
    server.accept();
    const pass = async (send: () => void) => {
      if (isFar) await sleep(ONE_WAY_MS);
      send();
    };
    server.addEventListener("message", ({ data }) => {
      const round = back + 1;
      void pass(() => {
        there = Math.max(there, round);
        browser.send(data);
      });
    });
    browser.addEventListener("message", ({ data }) => {
      const round = there;
      void pass(() => {
        back = Math.max(back, round);
        server.send(data);
      });
    });
    browser.addEventListener("close", () => server.close());
    server.addEventListener("close", () => browser.close());
    return new Response(null, { status: 101, webSocket: client });
  };

  return {
    limits: {
      NEW_BROWSERS_PER_SECOND: "20",
      BROWSER: {
        async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
          const response = await env.BROWSER.fetch(String(input), init);
          return response.webSocket ? relay(response.webSocket) : response;
        },
      },
    },
    /** The number of round trips that follow one another while `work` runs, at a great distance. */
    async count(work: () => Promise<unknown>): Promise<number> {
      isFar = true;
      const before = back;
      await work();
      isFar = false;
      return back - before;
    },
  };
}
