/** Starts a peer's process and talks to it by lines of JSON. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Converter, Output } from "../converter.ts";

const Answer = z.object({ id: z.number(), bytes: z.number().optional(), error: z.string().optional() });

const TIMEOUT_MS = 90_000;

/** The peers, and what each can make. */
export const PEERS: Record<string, readonly Output[]> = {
  browserless: ["pdf", "jpeg"],
  "puppeteer-cluster": ["pdf", "jpeg"],
  "capture-website": ["pdf", "jpeg"],
  "chromium --print-to-pdf": ["pdf"],
  weasyprint: ["pdf"],
};

/** Ready when resolved; rejects when the peer is not installed on this machine. */
export async function contender(name: string, tabs: number, env: NodeJS.ProcessEnv): Promise<Converter> {
  const child: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL("./peer.js", import.meta.url)), name, String(tabs)],
    { env, stdio: ["pipe", "pipe", "ignore"], detached: true },
  );
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error(`${name}: no pipes`);
  const waiting = new Map<number, { resolve: (bytes: number) => void; reject: (error: Error) => void }>();
  let next = 0;
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`${name} could not be started`)));
    createInterface({ input: stdout }).on("line", (line) => {
      if (line === "ready") return resolve();
      const { id, bytes, error } = Answer.parse(JSON.parse(line));
      if (bytes) waiting.get(id)?.resolve(bytes);
      else waiting.get(id)?.reject(new Error(`${name}: ${error ?? "empty result"}`));
      waiting.delete(id);
    });
  });
  return {
    name,
    hasQueue: name === "puppeteer-cluster",
    convert: (url, output) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject });
        setTimeout(() => reject(new Error(`${name}: no answer in ${TIMEOUT_MS} ms`)), TIMEOUT_MS).unref();
        stdin.write(`${JSON.stringify({ id, url, output })}\n`);
      }),
    async close() {
      // The group: the peer's browsers go with it.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    },
  };
}
