import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { Census } from "./census.ts";
import { livingProcesses } from "./processes.ts";

const census = new Census();
afterEach(() => census.close());

const SLEEPER = "setTimeout(() => {}, 600_000)";
/** Starts a child of its own, in a group of its own, and says its pid. */
const PARENT = `
  const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(SLEEPER)}],
    { detached: true, stdio: "ignore" });
  console.log(child.pid);
  ${SLEEPER};
`;

test("a process whose parent was killed is still known, and nothing else is", async () => {
  const parent = spawn(process.execPath, ["-e", PARENT], { stdio: ["ignore", "pipe", "inherit"] });
  if (parent.pid === undefined) throw new Error("no process");
  const [said] = await once(parent.stdout, "data");
  const orphan = Number(String(said));
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
