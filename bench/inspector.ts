/** A Worker's memory, asked of the debugger that `npm start -- --inspect` lets in. */
import { once } from "node:events";
import { z } from "zod";

const Answer = z.object({ id: z.number(), result: z.unknown() });
const HeapUsage = z.object({ usedSize: z.number(), backingStorageSize: z.number() });

export interface Inspector {
  /** Megabytes that a garbage collection leaves: objects and the buffers that they hold. Answers while the Worker works. */
  liveMegabytes(): Promise<number>;
  close(): void;
}

/** Connects to one of the service's Workers by its name in wrangler.toml. */
export async function openInspector(port: number, worker: string): Promise<Inspector> {
  const socket = new WebSocket(`ws://localhost:${port}/core:user:${worker}`);
  await once(socket, "open");
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const response = Answer.safeParse(JSON.parse(String(data)));
    if (response.success) waiting.get(response.data.id)?.(response.data.result);
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
