/** Watches the memory of each Worker's isolate. workerd ends at the limit of objects, and has none for buffers. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Inspector, openInspector } from "../process/inspector.ts";
import { PLATFORM } from "./workers/platform.ts";

const POLL_MS = 250;

export interface MemoryWatch {
  /** The highest memory of each Worker, in megabytes. */
  peaks: ReadonlyMap<string, number>;
  end(): void;
}

/** Starts to watch. Reports each time that an isolate holds more than Cloudflare allows, after a garbage collection. */
export function watchMemory(
  inspectorPort: number,
  workers: readonly string[],
  report: (sentence: string) => void,
): MemoryWatch {
  const peaks = new Map<string, number>();
  const stop = new AbortController();
  const { isolateMegabytes: max } = PLATFORM;

  async function poll(worker: string, inspector: Inspector): Promise<void> {
    let isAbove = false;
    for (;;) {
      const held = await inspector.heldMegabytes();
      const megabytes = held > max ? await inspector.liveMegabytes() : held;
      peaks.set(worker, Math.max(megabytes, peaks.get(worker) ?? 0));
      if (megabytes > max && !isAbove)
        report(`${worker} holds ${Math.round(megabytes)} MB. Cloudflare ends an isolate above ${max} MB.`);
      isAbove = megabytes > max;
      await sleep(POLL_MS, null, { ref: false, signal: stop.signal });
    }
  }

  /** Connects again after each restart of workerd. */
  async function watch(worker: string): Promise<void> {
    while (!stop.signal.aborted) {
      const inspector = await openInspector(inspectorPort, worker).catch(() => null);
      if (inspector) {
        const close = () => inspector.close();
        stop.signal.addEventListener("abort", close, { once: true });
        await Promise.race([poll(worker, inspector).catch(() => undefined), inspector.closed]);
        stop.signal.removeEventListener("abort", close);
        inspector.close();
      }
      await sleep(POLL_MS, null, { ref: false, signal: stop.signal }).catch(() => undefined);
    }
  }

  for (const worker of workers) void watch(worker);
  return { peaks, end: () => stop.abort() };
}
