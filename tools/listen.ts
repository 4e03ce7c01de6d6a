import { once } from "node:events";
import type { Server } from "node:net";

/** Starts a server on loopback and returns its port. Port 0: any free port. */
export async function listen(server: Server, port = 0, host = "127.0.0.1"): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
