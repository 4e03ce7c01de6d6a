/** Ports, asked for before anything slow begins. */
import { once } from "node:events";
import { createServer } from "node:net";

/** Throws a sentence when something else listens on the port. */
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
