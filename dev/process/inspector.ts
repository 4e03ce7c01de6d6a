/** Reads a Worker's memory through the debugging port of `npm start -- --inspect`. */
import { once } from "node:events";
import { z } from "zod";

const Reply = z.object({ id: z.number(), result: z.unknown() });
const HeapUsage = z.object({ usedSize: z.number(), backingStorageSize: z.number() });

export interface Inspector {
  /** Megabytes of objects and their buffers, garbage included. Resolves only while the Worker handles a request. */
  heldMegabytes(): Promise<number>;
  /** The same after a garbage collection. */
  liveMegabytes(): Promise<number>;
  /** Resolves when the connection has ended. Requests then never resolve. */
  closed: Promise<unknown>;
  close(): void;
}

/** Connects to a Worker of the service by its name in wrangler.toml. */
export async function openInspector(port: number, worker: string): Promise<Inspector> {
  const socket = new WebSocket(`ws://localhost:${port}/core:user:${worker}`);
  await once(socket, "open");
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const reply = Reply.safeParse(JSON.parse(String(data)));
    if (!reply.success) return;
    waiting.get(reply.data.id)?.(reply.data.result);
    waiting.delete(reply.data.id);
  });
  const send = (method: string) =>
    new Promise<unknown>((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  const heldMegabytes = async () => {
    const { usedSize, backingStorageSize } = HeapUsage.parse(await send("Runtime.getHeapUsage"));
    return (usedSize + backingStorageSize) / 1e6;
  };
  return {
    heldMegabytes,
    async liveMegabytes() {
      await send("HeapProfiler.collectGarbage");
      return heldMegabytes();
    },
    closed: once(socket, "close"),
    close: () => socket.close(),
  };
}
