/** Starts a contender's process and exchanges lines of JSON with it. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Converter, Job, Output } from "./converter.ts";

const Reply = z.object({ id: z.number(), bytes: z.number().optional(), error: z.string().optional() });

const TIMEOUT_MS = 90_000;

export const LIMIT = "raw DevTools";
/** The limit with Node's WebSocket in place of pipes. Chromium then compresses its messages. */
export const LIMIT_OVER_WEBSOCKET = "raw DevTools, WebSocket";

/** The contenders, and the outputs that each can make. */
export const CONTENDERS: Record<string, readonly Output[]> = {
  [LIMIT]: ["pdf", "jpeg"],
  [LIMIT_OVER_WEBSOCKET]: ["pdf", "jpeg"],
  puppeteer: ["pdf", "jpeg"],
  "puppeteer-cluster": ["pdf", "jpeg"],
  browserless: ["pdf", "jpeg"],
  "capture-website": ["jpeg"],
};

/** Resolves when the contender is ready for jobs. */
export async function startContender(name: string, tabs: number, chrome: string): Promise<Converter> {
  // Also for its temporary files, such as browser profiles: it is killed, so it does not delete them itself.
  const folder = await mkdtemp(join(tmpdir(), "platen-bench-"));
  const env = { ...process.env, CHROME: chrome, TMPDIR: folder };
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("./peers/peer.js", import.meta.url)), name, String(tabs)],
    { env, stdio: ["pipe", "pipe", "inherit"], detached: true },
  );
  const { stdin, stdout, pid } = child;
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let next = 0;
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => {
      const ended = new Error(`${name} has ended`);
      reject(ended);
      for (const one of waiting.values()) one.reject(ended);
      waiting.clear();
    });
    createInterface({ input: stdout }).on("line", (line) => {
      if (line === "ready") return resolve();
      const { id, bytes, error } = Reply.parse(JSON.parse(line));
      if (bytes) waiting.get(id)?.resolve();
      else waiting.get(id)?.reject(new Error(`${name}: ${error ?? "empty result"}`));
      waiting.delete(id);
    });
  });
  const ask = (job: Job, file: string | null) =>
    new Promise<void>((resolve, reject) => {
      if (child.exitCode !== null) throw new Error(`${name} has ended`);
      const id = next++;
      waiting.set(id, { resolve, reject });
      setTimeout(() => reject(new Error(`${name}: no result after ${TIMEOUT_MS} ms`)), TIMEOUT_MS).unref();
      stdin.write(`${JSON.stringify({ id, job, file })}\n`);
    });
  return {
    name,
    pid: pid ?? 0,
    hasQueue: name === "puppeteer-cluster",
    convert: (job) => ask(job, null),
    async file(job) {
      const file = join(folder, "file");
      await ask(job, file);
      return readFile(file);
    },
    async close() {
      // Kills the process group, with the peer's browsers.
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
