/** Reads a Worker's memory through the debugging port of `npm start -- --inspect`. */
import { once } from "node:events";
import { z } from "zod";

const Reply = z.object({ id: z.number(), result: z.unknown() });
const HeapUsage = z.object({ usedSize: z.number(), backingStorageSize: z.number() });

export interface Inspector {
  /** Megabytes after a garbage collection: objects and their buffers. Resolves only while the Worker handles a request. */
  liveMegabytes(): Promise<number>;
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
    if (reply.success) waiting.get(reply.data.id)?.(reply.data.result);
  });
  const send = (method: string) =>
    new Promise<unknown>((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    async liveMegabytes() {
      await send("HeapProfiler.collectGarbage");
      const { usedSize, backingStorageSize } = HeapUsage.parse(await send("Runtime.getHeapUsage"));
      return (usedSize + backingStorageSize) / 1e6;
    },
    close: () => socket.close(),
  };
}
