/** Whatever ends a service, no process and no temporary file is left, and the next start works. */
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { identity, livingProcesses, type Process } from "../../trials/soak/scene/processes.ts";
import { OwnService } from "../stage/own-service.ts";
import { pages } from "../stage/service.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

const service = await OwnService.start("ending");
afterAll(() => service.killAll());
const [key = ""] = service.accounts(1);
beforeEach(async () => {
  if (service.hasEnded) await service.start();
});

/** Status of a job that has ended. Its browser keeps running. */
async function convert(apiKey: string): Promise<string> {
  const account = { baseUrl: service.baseUrl, apiKey };
  const { jobId } = await createJob(account, { url: `${pages}/article.html` });
  return (await finishedJob(account, jobId)).status;
}

/** Retries, because the pool of `fetch` may still hold a connection to a workerd that has died. */
async function expectConversion(apiKey = key): Promise<void> {
  await expect.poll(() => convert(apiKey).catch((error: Error) => error.message)).toBe("completed");
}

function survivors(processes: Process[]): Process[] {
  const living = new Set(livingProcesses().map(identity));
  return processes.filter((one) => living.has(identity(one)));
}

function temporaryFiles(): string[] {
  const runs = join(service.folder, "run");
  const inRuns = existsSync(runs) ? readdirSync(runs) : [];
  // npm creates `node-compile-cache`, not the service.
  const inSystem = readdirSync(join(service.folder, "tmp")).filter((name) => name !== "node-compile-cache");
  return [...inRuns, ...inSystem];
}

const ENDS = {
  "Ctrl-C": () => service.signalGroup("SIGINT"),
  "SIGTERM to npm": () => service.signalNpm("SIGTERM"),
  "kill -9 of npm": () => service.signalNpm("SIGKILL"),
  "kill -9 of Node beside browsers that hang": () => {
    service.signal("browser", "SIGSTOP");
    service.signal("node", "SIGKILL");
  },
  "kill -9 of npm, Node and workerd": () => service.signalGroup("SIGKILL"),
};

test.for(Object.entries(ENDS))("%s leaves no process and no temporary file", async ([, end]) => {
  await expectConversion();
  const before = service.processes();
  expect(before.length).toBeGreaterThan(5);
  end();
  await service.exitCode();
  await expect.poll(() => survivors(before), { timeout: 60_000 }).toEqual([]);
  await expect.poll(temporaryFiles).toEqual([]);
});

test("after kill -9 of all processes, the next start removes the files that they left", async () => {
  await expectConversion();
  await service.killAll();
  const left = temporaryFiles();
  expect(left).not.toEqual([]);
  await service.start();
  await expectConversion();
  expect(temporaryFiles().filter((name) => left.includes(name))).toEqual([]);
});

test("a start ends a workerd that was left running, and uses its port and its data", async () => {
  await expectConversion();
  const left = service.processes().filter(({ command }) => command.includes("workerd serve"));
  service.signal("script", "SIGKILL");
  service.signal("node", "SIGKILL");
  await service.exitCode();
  expect(survivors(left)).toEqual(left);
  await service.start();
  expect(survivors(left)).toEqual([]);
  await expectConversion();
});

test("after a crash of workerd the service and its commands work again", async () => {
  await expectConversion();
  expect(service.signal("workerd", "SIGKILL")).toBe(1);
  await expect
    .poll(async () => (await fetch(`${service.api}/health`).catch(() => null))?.status, { timeout: 60_000 })
    .toBe(200);
  const [made] = service.accounts(1);
  await expectConversion(made);
});

test("a workerd that crashes and cannot be started again ends the service with a sentence and exit code 1", async () => {
  service.signal("node", "SIGSTOP");
  expect(service.signal("workerd", "SIGKILL")).toBe(1);
  const other = createServer();
  await expect
    .poll(async () => {
      other.listen(service.port, "localhost");
      return Promise.race([
        once(other, "listening").then(() => true),
        once(other, "error").then(() => false),
      ]);
    })
    .toBe(true);
  service.signal("node", "SIGCONT");
  expect(await service.exitCode()).toBe(1);
  other.close();
  expect(service.log).toMatch(
    /The Workers' runtime has crashed and does not start again\. .*[Aa]ddress already in use/,
  );
});

test("with hot reload, a workerd that crashes ends the service with a sentence and exit code 1", async () => {
  const reloading = await OwnService.start("ending-reload", "dev");
  onTestFinished(() => reloading.killAll());
  expect(reloading.signal("workerd", "SIGKILL")).toBe(1);
  expect(await reloading.exitCode()).toBe(1);
  expect(reloading.log).toContain("The Workers' runtime has crashed.");
});
