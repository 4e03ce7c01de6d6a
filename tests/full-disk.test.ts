/** A disk with no room: a sentence, and a service that works again once there is room. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createJob, finishedJob } from "../dev/job-client.ts";
import { freePort } from "../dev/process/ports.ts";
import { npmRun } from "./stage/command.ts";
import { OwnService } from "./stage/own-service.ts";
import { pages } from "./stage/service.ts";

vi.setConfig({ testTimeout: 300_000 });

const PIECE = Buffer.alloc(4_096);

const maySmallDisk = process.platform === "linux" && process.getuid?.() === 0;
if (!maySmallDisk) console.warn("SKIPPED: a full disk needs root, to mount a small one.");

/** The folder of a small disk, which is gone after the test. */
function mountDisk(kilobytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), "platen-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "platen", folder]);
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder]);
    for (const path of [folder, `${folder}.log`]) rmSync(path, { recursive: true, force: true });
  });
  return folder;
}

/** Writes until there is no room; answers how to make room again. */
function fill(folder: string): () => void {
  const path = join(folder, "filling");
  const file = openSync(path, "w");
  try {
    while (writeSync(file, PIECE) > 0);
  } catch {
    // Full.
  }
  closeSync(file);
  return () => rmSync(path);
}

test.skipIf(!maySmallDisk)("a start on a full disk ends with a sentence", async () => {
  for (const isFilled of [true, false]) {
    // Even an empty one has too little room for the database.
    const folder = mountDisk(300);
    if (isFilled) fill(folder);
    const { code, stderr } = await npmRun("start", [], {
      PORT: String(await freePort()),
      PLATEN_DIR: folder,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("The disk is full.");
    expect(stderr).not.toMatch(/^\s+at |^stack:/m);
  }
});

test.skipIf(!maySmallDisk)(
  "a service whose disk fills up keeps answering, and works again once there is room",
  async () => {
    const folder = mountDisk(200_000);
    const service = await OwnService.startIn(folder);
    onTestFinished(() => service.killAll());
    const [apiKey = ""] = service.accounts(1);
    const account = { baseUrl: `http://localhost:${service.port}`, apiKey };
    const render = async () => {
      const { jobId } = await createJob(account, { url: `${pages}/article.html` });
      return (await finishedJob(account, jobId)).status;
    };
    expect(await render()).toBe("completed");

    const makeRoom = fill(folder);
    await expect.poll(() => service.log).toContain("dev/stripe keeps its state in memory");
    expect(service.log).toContain("The disk is full.");
    expect((await fetch(`${service.api}/openapi.json`)).status).toBe(200);

    makeRoom();
    await expect.poll(() => render().catch((error: Error) => error.message)).toBe("completed");
    service.signal("node", "SIGINT");
    expect(await service.exitCode()).toBe(0);
  },
);
