/** A service for one test file alone, with data of its own, that may be killed and started again. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ROOT } from "../dev/paths.ts";
import { freePort } from "../dev/ports.ts";
import { descendants } from "./processes.ts";

const READY_MS = 120_000;
const POLL_MS = 200;
const Account = z.object({ apiKey: z.string() });

function kill(pid: number, signal: "SIGKILL" | "SIGINT"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself meanwhile.
  }
}

export class OwnService {
  private readonly folder: string;
  private readonly env: NodeJS.ProcessEnv;
  private readonly port: number;
  private child: ReturnType<typeof spawn> | null = null;

  private constructor(name: string, port: number) {
    this.folder = join(ROOT, ".wrangler", name);
    this.port = port;
    this.env = { ...process.env, PORT: String(port), PLATEN_DIR: this.folder, NODE_ENV: "production" };
  }

  static async start(name: string): Promise<OwnService> {
    const service = new OwnService(name, await freePort());
    rmSync(service.folder, { recursive: true, force: true });
    mkdirSync(service.folder, { recursive: true });
    await service.start();
    return service;
  }

  get api(): string {
    return `http://localhost:${this.port}/api/v1`;
  }

  /** Resolves once the API answers. */
  async start(): Promise<void> {
    const log = openSync(join(this.folder, "service.log"), "a");
    this.child = spawn("npm", ["start"], { cwd: ROOT, env: this.env, stdio: ["ignore", log, log] });
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const answer = await fetch(`${this.api}/health`).catch(() => null);
      if (answer?.ok) return;
      if (Date.now() > deadline)
        throw new Error(`The service did not start; see ${this.folder}/service.log.`);
      await sleep(POLL_MS);
    }
  }

  /** `kill -9` for everything at once, browsers too. */
  async killAll(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, "close");
    for (const { pid } of [...descendants(child.pid), { pid: child.pid }]) kill(pid, "SIGKILL");
    await ended;
  }

  /** `kill -9` for its browsers; answers how many there were. */
  killBrowsers(): number {
    const browsers = descendants(this.child?.pid ?? 0).filter(({ command }) =>
      /chrom|headless/i.test(command),
    );
    for (const { pid } of browsers) kill(pid, "SIGKILL");
    return browsers.length;
  }

  /** API keys of new accounts on the pro plan. */
  accounts(count: number): string[] {
    const made = execFileSync(
      "npm",
      ["run", "-s", "accounts", "--", "--count", String(count), "--tier", "pro"],
      {
        cwd: ROOT,
        env: this.env,
        encoding: "utf8",
      },
    );
    return made
      .trim()
      .split("\n")
      .map((line) => Account.parse(JSON.parse(line)).apiKey);
  }
}

/** A page that is answered only once the gate is open, so that its jobs stay in mid-render until then. */
export async function startGatedPage() {
  const held: ServerResponse[] = [];
  let isOpen = false;
  const answer = (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Gate</title><h1>Open</h1>");
  const server = createServer((_, response) => {
    if (isOpen) answer(response);
    else held.push(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The page has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    held,
    open() {
      isOpen = true;
      for (const response of held.splice(0)) answer(response);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
