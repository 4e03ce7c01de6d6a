/**
 * The limit: a browser driven by the DevTools protocol only, with a new browser context for each job. It waits for the load
 * event and for the job's selector, and for nothing else.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { z } from "zod";
import type { Job } from "./converter.ts";

const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  sessionId: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const Context = z.object({ browserContextId: z.string() });
const Target = z.object({ targetId: z.string() });
const Attached = z.object({ sessionId: z.string() });
const Data = z.object({ data: z.string() });
const Metrics = z.object({
  cssContentSize: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
});
const PX_PER_INCH = 96;

/** A promise that resolves once an element matches. Runs in the page. */
const appears = (selector: string) => `new Promise((resolve) => {
  const look = () => document.querySelector(${JSON.stringify(selector)}) ? resolve() : requestAnimationFrame(look);
  look();
})`;

export class RawDevtools {
  private readonly write: (message: string) => void;
  private readonly waiting = new Map<
    number,
    { resolve(result: unknown): void; reject(error: Error): void }
  >();
  private readonly loads = new Map<string, () => void>();
  private last = 0;

  private constructor(write: (message: string) => void) {
    this.write = write;
  }

  /** Uses pipes: with Node's WebSocket, Chromium compresses its messages, which takes as much time as printing. */
  static async launch(chrome: string, flags: readonly string[]): Promise<RawDevtools> {
    const profile = await mkdtemp(join(tmpdir(), "platen-bench-"));
    const child = spawn(chrome, [...flags, "--remote-debugging-pipe", `--user-data-dir=${profile}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    const [, , , input, output] = child.stdio;
    if (!(input instanceof Writable) || !(output instanceof Readable)) throw new Error("There are no pipes.");
    const devtools = new RawDevtools((message) => input.write(`${message}\0`));
    let parts: Buffer[] = [];
    output.on("data", (data: Buffer) => {
      let from = 0;
      for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, from)) {
        devtools.receive(Buffer.concat([...parts, data.subarray(from, end)]).toString());
        parts = [];
        from = end + 1;
      }
      parts.push(data.subarray(from));
    });
    return devtools;
  }

  /** Over a WebSocket, as a client on another machine drives a browser. */
  static async overWebSocket(chrome: string, flags: readonly string[]): Promise<RawDevtools> {
    const profile = await mkdtemp(join(tmpdir(), "platen-bench-"));
    const child = spawn(chrome, [...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`], {
      stdio: ["pipe", "ignore", "pipe"],
    });
    for await (const line of createInterface({ input: child.stderr })) {
      const address = /^DevTools listening on (ws:.*)$/.exec(line)?.[1];
      if (address === undefined) continue;
      const socket = new WebSocket(address);
      await once(socket, "open");
      const devtools = new RawDevtools((message) => socket.send(message));
      socket.addEventListener("message", ({ data }) => devtools.receive(String(data)));
      return devtools;
    }
    throw new Error("The browser did not start.");
  }

  private receive(text: string): void {
    const { id, method, sessionId, result, error } = Message.parse(JSON.parse(text));
    if (method === "Page.loadEventFired" && sessionId) this.loads.get(sessionId)?.();
    const call = id === undefined ? undefined : this.waiting.get(id);
    if (id === undefined || !call) return;
    this.waiting.delete(id);
    if (error) call.reject(new Error(error.message));
    else call.resolve(result);
  }

  private send(method: string, params: object, sessionId?: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, { resolve, reject });
      this.write(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  async convert(job: Job): Promise<Uint8Array> {
    const { browserContextId } = Context.parse(await this.send("Target.createBrowserContext", {}));
    try {
      const blank = { url: "about:blank", browserContextId };
      const { targetId } = Target.parse(await this.send("Target.createTarget", blank));
      const attach = { targetId, flatten: true };
      const { sessionId } = Attached.parse(await this.send("Target.attachToTarget", attach));
      await this.open(job, sessionId);
      const data = await (job.output === "pdf" ? this.print(job, sessionId) : this.shoot(job, sessionId));
      return Buffer.from(data, "base64");
    } finally {
      void this.send("Target.disposeBrowserContext", { browserContextId });
    }
  }

  private async open({ url, viewport, ready }: Job, sessionId: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.loads.set(sessionId, resolve));
    const metrics = { ...viewport, deviceScaleFactor: 1, mobile: false };
    await Promise.all([
      this.send("Page.enable", {}, sessionId),
      this.send("Emulation.setDeviceMetricsOverride", metrics, sessionId),
      // A tab in the background draws no frames, and its screenshot never completes.
      this.send("Emulation.setFocusEmulationEnabled", { enabled: true }, sessionId),
    ]);
    // Not at the same time as the emulation, which crashes about one tab in a hundred.
    await this.send("Page.navigate", { url }, sessionId);
    await loaded;
    this.loads.delete(sessionId);
    if (ready === null) return;
    await this.send("Runtime.evaluate", { expression: appears(ready), awaitPromise: true }, sessionId);
  }

  private async print({ pdf }: Job, sessionId: string): Promise<string> {
    const { width, height, margin, scale, pageRanges, printBackground, tagged, outline } = pdf;
    const params = {
      paperWidth: Number.parseFloat(width),
      paperHeight: Number.parseFloat(height),
      marginTop: margin.top / PX_PER_INCH,
      marginRight: margin.right / PX_PER_INCH,
      marginBottom: margin.bottom / PX_PER_INCH,
      marginLeft: margin.left / PX_PER_INCH,
      scale,
      pageRanges,
      printBackground,
      generateTaggedPDF: tagged,
      generateDocumentOutline: outline,
    };
    return Data.parse(await this.send("Page.printToPDF", params, sessionId)).data;
  }

  private async shoot({ jpeg }: Job, sessionId: string): Promise<string> {
    const metrics = Metrics.parse(await this.send("Page.getLayoutMetrics", {}, sessionId));
    const params = {
      format: jpeg.type,
      quality: jpeg.quality,
      clip: { ...metrics.cssContentSize, scale: 1 },
      captureBeyondViewport: true,
    };
    return Data.parse(await this.send("Page.captureScreenshot", params, sessionId)).data;
  }
}
