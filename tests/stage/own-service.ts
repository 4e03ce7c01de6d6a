/** A service for one test file alone, with data of its own, that may be killed and started again. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { z } from "zod";
import { JobCreated, JobView } from "#contract/job/view.ts";
import { freePort } from "../../dev/process/ports.ts";
import { listen } from "../../tools/listen.ts";
import { ROOT } from "../../tools/paths.ts";
import { livingProcesses, type Process, signal, withDescendants } from "../../trials/soak/scene/processes.ts";

const READY_MS = 120_000;
/** A job that loses its message waits for the sweep. */
export const END_MS = 150_000;
const POLL_MS = 200;
const Account = z.object({ apiKey: z.string() });

const KINDS = {
  node: /^node .*(start|dev)\.ts/,
  workerd: /workerd serve/,
  browser: /chrom|headless/i,
  renderer: /--type=renderer/,
  script: /end-run\.sh/,
};

export class OwnService {
  readonly folder: string;
  readonly port: number;
  private readonly command: "start" | "dev";
  private readonly env: NodeJS.ProcessEnv;
  private child: ReturnType<typeof spawn> | null = null;

  private constructor(folder: string, port: number, command: "start" | "dev", env: NodeJS.ProcessEnv) {
    this.command = command;
    this.folder = folder;
    this.port = port;
    this.env = {
      ...process.env,
      PORT: String(port),
      PLATEN_DIR: folder,
      // What a service leaves in the temporary folder is seen in one of its own.
      TMPDIR: join(folder, "tmp"),
      NODE_ENV: "production",
      ...env,
    };
  }

  /** `env` is added to this process's. */
  static async start(
    name: string,
    command: "start" | "dev" = "start",
    env: NodeJS.ProcessEnv = {},
  ): Promise<OwnService> {
    const folder = join(ROOT, ".wrangler", name);
    rmSync(folder, { recursive: true, force: true });
    return OwnService.startIn(folder, command, env);
  }

  /** In a folder that may have something in it, a small disk for example. */
  static async startIn(
    folder: string,
    command: "start" | "dev" = "start",
    env: NodeJS.ProcessEnv = {},
  ): Promise<OwnService> {
    const service = new OwnService(folder, await freePort(), command, env);
    await service.start();
    return service;
  }

  get baseUrl(): string {
    return `http://localhost:${this.port}`;
  }

  get api(): string {
    return `${this.baseUrl}/api/v1`;
  }

  get log(): string {
    return readFileSync(`${this.folder}.log`, "utf8");
  }

  /** Resolves once the API answers. */
  async start(): Promise<void> {
    mkdirSync(join(this.folder, "tmp"), { recursive: true });
    const log = openSync(`${this.folder}.log`, "w");
    this.child = spawn("npm", ["run", this.command], {
      cwd: ROOT,
      env: this.env,
      stdio: ["ignore", log, log],
      // A process group of its own, as in a terminal.
      detached: true,
    });
    closeSync(log);
    const deadline = Date.now() + READY_MS;
    while (!this.log.includes("Platen is running")) {
      if (this.child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The service did not start:\n${this.log}`);
      await sleep(POLL_MS);
    }
  }

  /** Whether npm has ended. */
  get hasEnded(): boolean {
    return !this.child || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** npm and everything below it. */
  processes(): Process[] {
    if (this.hasEnded) return [];
    const all = livingProcesses();
    const npm = all.filter(({ pid }) => pid === this.child?.pid);
    return withDescendants(all, npm);
  }

  /** A signal for every process of a kind; answers how many there were. */
  signal(kind: keyof typeof KINDS, name: NodeJS.Signals): number {
    const found = this.processes().filter(({ command }) => KINDS[kind].test(command));
    for (const one of found) signal(one, name);
    return found.length;
  }

  /** A signal for npm alone. */
  signalNpm(name: NodeJS.Signals): void {
    if (this.child?.pid !== undefined) signal({ pid: this.child.pid }, name);
  }

  /** A signal for npm, its shell and the service alike, as a terminal sends it. */
  signalGroup(name: NodeJS.Signals): void {
    if (this.child?.pid !== undefined) signal({ pid: -this.child.pid }, name);
  }

  /** The exit code of npm, once it has ended; null after a signal. */
  async exitCode(): Promise<number | null> {
    const { child } = this;
    if (child && !this.hasEnded) await once(child, "exit");
    return child?.exitCode ?? null;
  }

  /** `kill -9` for everything at once, browsers too. */
  async killAll(): Promise<void> {
    for (const one of this.processes()) signal(one, "SIGKILL");
    await this.exitCode();
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

/** What a client asks of an own service with a key. A connection that ends with the service is opened again once it is up. */
export class OwnClient {
  readonly key: string;
  private readonly api: string;

  constructor(service: OwnService, key: string) {
    this.api = service.api;
    this.key = key;
  }

  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, "x-api-key": this.key };
    return vi.waitFor(() => fetch(`${this.api}/${path}`, { ...init, headers }), { timeout: 20_000 });
  }

  /** Creates a job and answers its id. */
  async create(url: string): Promise<string> {
    const response = await this.call("jobs", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({ url }),
    });
    expect(response.status).toBe(202);
    return JobCreated.parse(await response.json()).jobId;
  }

  async status(id: string): Promise<string> {
    return JobView.parse(await (await this.call(`jobs/${id}`)).json()).status;
  }

  async expectCompleted(id: string): Promise<void> {
    await expect.poll(() => this.status(id), { timeout: END_MS, interval: 500 }).toBe("completed");
    const file = await this.call(`files/${id}`);
    expect(new TextDecoder().decode(await file.arrayBuffer()).slice(0, 5)).toBe("%PDF-");
  }

  async creditsUsed(): Promise<string | null> {
    return (await this.call("jobs?limit=1")).headers.get("x-credits-used");
  }
}

/** A page that is answered only once the gate is open, so that its jobs stay in mid-render until then. */
export async function startGatedPage() {
  const held: ServerResponse[] = [];
  let isOpen = false;
  const respond = (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Gate</title><h1>Open</h1>");
  const server = createServer((_, response) => {
    if (isOpen) respond(response);
    else held.push(response);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    held,
    open() {
      isOpen = true;
      for (const response of held.splice(0)) respond(response);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
