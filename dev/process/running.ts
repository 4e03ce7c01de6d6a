/** `running.json`: how commands of this checkout find the running service, and send it what to store. */

import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "../../tools/listen.ts";
import { SERVICE_DIR } from "../../tools/paths.ts";

export const RUNNING_FILE = join(SERVICE_DIR, "running.json");
/** A service that is stopped or hangs sends no response. */
const RESPONSE_TIMEOUT_MS = 5_000;

const Running = z.object({ origin: z.string(), controlUrl: z.string(), token: z.string() });
export type Running = z.infer<typeof Running>;

/** The service of this folder, if its control port responds. */
export async function findRunning(): Promise<Running | null> {
  try {
    const running = Running.parse(JSON.parse(readFileSync(RUNNING_FILE, "utf8")));
    const response = await fetch(running.controlUrl, {
      headers: { authorization: `Bearer ${running.token}` },
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    return response.ok ? running : null;
  } catch {
    return null;
  }
}

/** Opens a control port on loopback, behind a token, and writes `running.json`. `store` gets the body of each request. */
export async function announce(
  origin: string,
  store: (body: unknown) => Promise<void>,
): Promise<{ close(): void }> {
  const token = randomBytes(32).toString("hex");
  const server = createServer(async (request, response) => {
    // Otherwise a request may be sent at the moment when the server closes its idle connection, and fails.
    response.setHeader("connection", "close");
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end();
      return;
    }
    try {
      if (request.method === "POST") await store(JSON.parse(await text(request)));
      response.end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const port = await listen(server);
  const running: Running = { origin, controlUrl: `http://127.0.0.1:${port}`, token };
  writeFileSync(RUNNING_FILE, JSON.stringify(running), { mode: 0o600 });
  return {
    close() {
      rmSync(RUNNING_FILE, { force: true });
      server.close();
      server.closeAllConnections();
    },
  };
}
