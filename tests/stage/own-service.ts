/** A service of one test file, with its own data. The tests may kill it and start it again. */
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
/** A job whose queue message was lost waits for the sweep, which takes up to two minutes. */
export const END_MS = 150_000;
const POLL_MS = 200;
const Account = z.object({ apiKey: z.string() });

const KINDS = {
  node: /^node .*(start|dev)\.ts/,
  workerd: /workerd serve/,
  browser: /chrom|headless/i,
  renderer: /--type=renderer/,
  network: /NetworkService/,
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
      // A temporary folder of its own shows which files the service leaves there.
      TMPDIR: join(folder, "tmp"),
      NODE_ENV: "production",
      ...env,
    };
  }

  /** Starts it with new data in `.wrangler/NAME`. `env` is added to the environment of the tests. */
  static async start(
    name: string,
    command: "start" | "dev" = "start",
    env: NodeJS.ProcessEnv = {},
  ): Promise<OwnService> {
    const folder = join(ROOT, ".wrangler", name);
    rmSync(folder, { recursive: true, force: true });
    return OwnService.startIn(folder, command, env);
  }

  /** Starts it in an existing folder, for example on a small disk. */
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

  /** Resolves once the service logs that it is running. */
  async start(): Promise<void> {
    mkdirSync(join(this.folder, "tmp"), { recursive: true });
    const log = openSync(`${this.folder}.log`, "w");
    this.child = spawn("npm", ["run", this.command], {
      cwd: ROOT,
      env: this.env,
      stdio: ["ignore", log, log],
      // A process group of its own, as a shell gives to a command.
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

  /** npm and all its descendants; empty once npm has ended. */
  processes(): Process[] {
    if (this.hasEnded) return [];
    const all = livingProcesses();
    const npm = all.filter(({ pid }) => pid === this.child?.pid);
    return withDescendants(all, npm);
  }

  /** Sends the signal to every process of the kind and returns their number. */
  signal(kind: keyof typeof KINDS, name: NodeJS.Signals): number {
    const found = this.processes().filter(({ command }) => KINDS[kind].test(command));
    for (const one of found) signal(one, name);
    return found.length;
  }

  /** Resident memory of all processes of the kind. */
  memoryBytes(kind: keyof typeof KINDS): number {
    const found = this.processes().filter(({ command }) => KINDS[kind].test(command));
    return found.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
  }

  /** Sends the signal to npm only. */
  signalNpm(name: NodeJS.Signals): void {
    if (this.child?.pid !== undefined) signal({ pid: this.child.pid }, name);
  }

  /** Sends the signal to the process group: npm, its shell and the service, as a terminal does. */
  signalGroup(name: NodeJS.Signals): void {
    if (this.child?.pid !== undefined) signal({ pid: -this.child.pid }, name);
  }

  /** Waits until npm has ended and returns its exit code, or null if a signal ended it. */
  async exitCode(): Promise<number | null> {
    const { child } = this;
    if (child && !this.hasEnded) await once(child, "exit");
    return child?.exitCode ?? null;
  }

  /** Sends SIGKILL to all processes, browsers included. */
  async killAll(): Promise<void> {
    for (const one of this.processes()) signal(one, "SIGKILL");
    await this.exitCode();
  }

  /** Creates accounts on the Pro plan and returns their API keys. */
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

/** API client of an own service. It retries a failed connection for 20 s, because the service may be restarting. */
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

  /** Creates a job and returns its id. */
  async create(url: string): Promise<string> {
    const response = await this.call("jobs", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({ url }),
    });
    expect(response.status).toBe(202);
    return JobCreated.parse(await response.json()).jobId;
  }

  private async job(id: string): Promise<JobView> {
    return JobView.parse(await (await this.call(`jobs/${id}`)).json());
  }

  async status(id: string): Promise<string> {
    return (await this.job(id)).status;
  }

  async expectCompleted(id: string): Promise<void> {
    await expect
      .poll(() => this.status(id), { timeout: END_MS, interval: 500 })
      .toMatch(/^(completed|failed)$/);
    expect((await this.job(id)).error).toBeNull();
    const file = await this.call(`files/${id}`);
    expect(new TextDecoder().decode(await file.arrayBuffer()).slice(0, 5)).toBe("%PDF-");
  }

  async creditsUsed(): Promise<string | null> {
    return (await this.call("jobs?limit=1")).headers.get("x-credits-used");
  }
}

/** A page that sends no response before `open()`, which keeps its jobs running. `held` has the waiting responses. */
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
