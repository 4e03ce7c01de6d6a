/** Starts one service for the whole test run, with `npm start` on a free port and new data, and the pages to render. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { type Demo, readDemo } from "../../dev/data/demo.ts";
import { freePort } from "../../dev/process/ports.ts";
import { findRunning } from "../../dev/process/running.ts";
import { ROOT, SERVICE_DIR } from "../../tools/paths.ts";
import { startPages } from "./pages.ts";

declare module "vitest" {
  interface ProvidedContext {
    demo: Demo;
    pages: string;
  }
}

const READY_MS = 120_000;
const POLL_MS = 100;
export const SERVICE_LOG = join(SERVICE_DIR, "service.log");

export default async function setup(project: TestProject) {
  rmSync(SERVICE_DIR, { recursive: true, force: true });
  mkdirSync(SERVICE_DIR, { recursive: true });
  const log = createWriteStream(SERVICE_LOG);
  await once(log, "open");
  const service = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(await freePort()), NODE_ENV: "production" },
    stdio: ["ignore", log, log],
    detached: true,
  });
  const ended = once(service, "close");
  const deadline = Date.now() + READY_MS;
  let demo: Demo | null = null;
  while (!demo) {
    if (service.exitCode !== null || Date.now() > deadline)
      throw new Error(`The service did not start; see ${SERVICE_LOG}.`);
    await sleep(POLL_MS);
    demo = (await findRunning()) && readDemo();
  }
  const pages = await startPages();
  project.provide("demo", demo);
  project.provide("pages", pages.origin);
  return async () => {
    // The negative id signals the whole process group (npm, its shell, the service), as Ctrl-C does.
    if (service.pid) process.kill(-service.pid, "SIGINT");
    await Promise.all([ended, pages.close()]);
  };
}
