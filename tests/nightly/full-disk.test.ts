/** On a full disk the service says so in one sentence, and it works again once there is room. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { freePort } from "../../dev/process/ports.ts";
import { npmRun } from "../stage/command.ts";
import { OwnService } from "../stage/own-service.ts";
import { pages } from "../stage/service.ts";

vi.setConfig({ testTimeout: 300_000 });

const PIECE = Buffer.alloc(4_096);

const canMountDisk = process.platform === "linux" && process.getuid?.() === 0;
if (!canMountDisk)
  console.warn("SKIPPED: the full-disk tests mount a small disk, which needs root on Linux.");

/** Mounts a small disk for this test and returns its folder. */
function mountDisk(kilobytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), "platen-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "platen", folder]);
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder]);
    for (const path of [folder, `${folder}.log`]) rmSync(path, { recursive: true, force: true });
  });
  return folder;
}

/** Fills the disk. Returns a function that frees the space again. */
function fill(folder: string): () => void {
  const path = join(folder, "filling");
  const file = openSync(path, "w");
  try {
    while (writeSync(file, PIECE) > 0);
  } catch {
    // ENOSPC: the disk is full.
  }
  closeSync(file);
  return () => rmSync(path);
}

test.skipIf(!canMountDisk)("a start on a full disk fails with one sentence", async () => {
  for (const isFilled of [true, false]) {
    // 300 kB are too small for the database, even while the disk is empty.
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

test.skipIf(!canMountDisk)(
  "a service whose disk fills up keeps responding, and works again once there is room",
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
