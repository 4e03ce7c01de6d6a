/** When `npm start` fails, it prints one sentence without a stack trace and exits with 1. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../dev/process/ports.ts";
import { ROOT } from "../../tools/paths.ts";
import { signal } from "../../trials/soak/scene/processes.ts";
import { type Ended, npmRun, npmSpawn } from "../stage/command.ts";
import { baseUrl } from "../stage/service.ts";

const folder = await mkdtemp(join(tmpdir(), "platen-"));
afterAll(() => rm(folder, { recursive: true }));

function isTooOld(node: string): boolean {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return /^v(1\d|2[01])\./.test(stdout ?? "");
}

function expectSentence({ code, stderr }: Ended, words: string | RegExp): void {
  expect(code).toBe(1);
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/^\s+at /m);
}

test("the error names a port that is in use", async () => {
  const { port } = new URL(baseUrl);
  expectSentence(await npmRun("start", [], { PORT: port, PLATEN_DIR: folder }), `Port ${port} is in use.`);
});

test.skipIf(process.platform === "win32")(
  "the error names a browser that does not start and quotes its output",
  async () => {
    const ended = await npmRun("start", [], {
      PORT: String(await freePort()),
      PLATEN_DIR: folder,
      // A cache of its own, so that this browser does not replace the launcher of the other tests.
      PLATEN_CACHE: join(folder, "cache"),
      CHROME_PATH: "/bin/ls",
    });
    expectSentence(ended, /The browser \/bin\/ls does not start\. .*\n(.|\n)*--headless/);
  },
);

test("the error names a CHROME_PATH that does not exist", async () => {
  const ended = await npmRun("start", [], {
    PORT: String(await freePort()),
    PLATEN_DIR: folder,
    CHROME_PATH: "/nowhere/chrome",
  });
  expectSentence(ended, "CHROME_PATH names /nowhere/chrome, but there is no such file.");
});

test("a second service on the same data is refused", async () => {
  expectSentence(await npmRun("start", []), `Platen already runs at ${baseUrl}`);
});

test("hot reload on the same data is refused, too", async () => {
  expectSentence(await npmRun("dev", []), `Platen already runs at ${baseUrl}`);
});

test("when two services start at the same moment on the same data, one runs and the other is refused", async () => {
  const ports = await Promise.all([freePort(), freePort()]);
  const starts = ports.map((port) => ({
    origin: `http://localhost:${port}`,
    ...npmSpawn("start", [], { PORT: String(port), PLATEN_DIR: join(folder, "twice") }),
  }));
  onTestFinished(async () => {
    for (const { pid } of starts) if (pid !== undefined) signal({ pid: -pid }, "SIGINT");
    await Promise.all(starts.map(({ ended }) => ended));
  });
  const refused = await Promise.race(starts.map(async (start) => ({ start, ended: await start.ended })));
  const [other] = starts.filter((start) => start !== refused.start);
  expectSentence(refused.ended, `Platen already runs at ${other?.origin}`);
  expect((await fetch(`${other?.origin}/api/v1/health`)).status).toBe(200);
});

const [oldNode] = [process.env.npm_node_execpath, "/usr/bin/node"].filter((path) => path && isTooOld(path));
if (!oldNode) console.warn("SKIPPED: this machine has no Node older than 22.18.");

test.skipIf(!oldNode)("on a Node that is too old, the error says which version is needed", () => {
  const { status, stderr } = spawnSync(oldNode ?? "", ["--import", "./tools/check-node.js", "dev/start.ts"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expectSentence({ code: status ?? -1, stdout: "", stderr }, /This runs on Node 24.*npm start/);
});
