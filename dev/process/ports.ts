/** Checks and finds ports, before anything slow begins. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that was killed frees its port a moment later. */
const FREED_WITHIN_MS = 2_000;
const POLL_MS = 100;

async function listens(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, "localhost");
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return true;
    throw error;
  }
  server.close();
  await once(server, "close");
  return false;
}

/** @throws Error with advice when another process listens on the port. */
export async function requireFreePort(port: number): Promise<void> {
  const deadline = Date.now() + FREED_WITHIN_MS;
  while (await listens(port)) {
    if (Date.now() > deadline)
      throw new Error(
        `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
      );
    await sleep(POLL_MS);
  }
}

/**
 * Linux gives connections and servers without a port one from 32,768, macOS one from 49,152. From a port below these,
 * a service can restart: no other program takes the port meanwhile.
 */
const PORTS = { from: 20_000, to: 30_000 };
const MAX_ATTEMPTS = 100;

/** A port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = randomInt(PORTS.from, PORTS.to);
    const server = createServer().listen(port, "localhost");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error("No free port was found.");
}
