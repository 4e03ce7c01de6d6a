/** Checks and finds ports, before anything slow begins. */
import { once } from "node:events";
import { createServer } from "node:net";

/** @throws Error with advice when another process listens on the port. */
export async function requireFreePort(port: number): Promise<void> {
  const server = createServer();
  server.listen(port, "localhost");
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      throw new Error(
        `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
      );
    throw error;
  }
  server.close();
  await once(server, "close");
}

/** A port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port was found.");
  return address.port;
}
