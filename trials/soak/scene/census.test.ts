import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { Census } from "./census.ts";
import { livingProcesses } from "./processes.ts";

const census = new Census();
afterEach(() => census.close());

const SLEEPER = "setTimeout(() => {}, 600_000)";
/** Starts a child in another process group, and prints the child's pid. */
const PARENT = `
  const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(SLEEPER)}],
    { detached: true, stdio: "ignore" });
  console.log(child.pid);
  ${SLEEPER};
`;

test("a process is still found after its parent was killed, and no other process is", async () => {
  const parent = spawn(process.execPath, ["-e", PARENT], { stdio: ["ignore", "pipe", "inherit"] });
  if (parent.pid === undefined) throw new Error("no process");
  const [output] = await once(parent.stdout, "data");
  const orphan = Number(String(output));
  census.follow(parent.pid);
  expect(census.look().map(({ pid }) => pid)).toEqual([parent.pid, orphan]);
  const ended = once(parent, "exit");
  parent.kill("SIGKILL");
  await ended;
  expect(census.look().map(({ pid }) => pid)).toEqual([orphan]);
  census.killAll();
  await expect.poll(() => census.look()).toEqual([]);
  expect(livingProcesses().map(({ pid }) => pid)).toContain(process.pid);
});
