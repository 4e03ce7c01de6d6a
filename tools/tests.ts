/**
 * `npm run tests` runs all tests but the nightly ones, in two Vitest processes one after the other. At once, they are no faster
 * on two processors, and pages take so long that jobs reach their limits of time. With `--checks`, as `npm test` has it, lint,
 * types and the build run beside the first process, which leaves processor time unused.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { ROOT } from "./paths.ts";
import { run } from "./run.ts";

const VITEST = join(ROOT, "node_modules", "vitest", "vitest.mjs");
/** The end-to-end tests need the build. */
const CHECKS = ["lint", "types", "build"];

/** Runs the projects that match. Returns whether all tests passed. */
async function pass(projects: string, ...options: string[]): Promise<boolean> {
  const choice = ["--exclude", "tests/nightly/**", "--tags-filter", "!nightly"];
  const args = ["run", "--project", projects, ...choice, ...options];
  const child = spawn(process.execPath, [VITEST, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "close");
  return code === 0;
}

/** Runs the npm script. Returns whether it passed; prints its output if not. */
async function check(script: string): Promise<boolean> {
  const child = spawn("npm", ["run", "--silent", script], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  console.log(code === 0 ? `npm run ${script}: passed` : `npm run ${script} failed:\n${output}${errors}`);
  return code === 0;
}

/** Runs the scripts one after the other. Returns those that failed. */
async function failuresOf(scripts: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const script of scripts) if (!(await check(script))) failed.push(script);
  return failed;
}

await run(async () => {
  const { values } = parseArgs({ options: { checks: { type: "boolean", default: false } } });
  const [passed, failed] = await Promise.all([pass("!e2e"), failuresOf(values.checks ? CHECKS : [])]);
  if (!passed) failed.push("some tests");
  // They wait for pages more than they compute.
  if (!(await pass("e2e", "--maxWorkers", "6"))) failed.push("some end-to-end tests");
  if (failed.length > 0) throw new Error(`These failed: ${failed.join(", ")}.`);
});
