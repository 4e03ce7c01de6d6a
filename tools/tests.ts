/**
 * `npm run tests` runs all tests but the nightly ones. The end-to-end tests come after all others: at once, they are no faster on
 * two processors, and pages take so long that jobs reach their limits of time. With `--checks`, as `npm test` has it, lint, types
 * and the build run beside the others.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { ROOT } from "./paths.ts";
import { END_TO_END, GROUPS } from "./project-groups.ts";
import { run } from "./run.ts";

const VITEST = join(ROOT, "node_modules", "vitest", "vitest.mjs");
/** They wait for pages more than they compute. */
const END_TO_END_WORKERS = 6;
/** The end-to-end tests need the build. */
const CHECKS = ["lint", "types", "build"];

/** Runs the projects. Returns whether all tests passed. */
async function pass(names: readonly string[], workers: number): Promise<boolean> {
  const projects = names.flatMap((name) => ["--project", name]);
  const choice = ["--exclude", "tests/nightly/**", "--tags-filter", "!nightly"];
  const args = ["run", ...projects, ...choice, "--maxWorkers", String(workers)];
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
  const [failed, ...passed] = await Promise.all([
    failuresOf(values.checks ? CHECKS : []),
    ...GROUPS.map(({ projects, workers }) =>
      pass(projects, Math.ceil((workers * availableParallelism()) / 2)),
    ),
  ]);
  if (passed.includes(false)) failed.push("some tests");
  if (!(await pass([END_TO_END], END_TO_END_WORKERS))) failed.push("some end-to-end tests");
  if (failed.length > 0) throw new Error(`These failed: ${failed.join(", ")}.`);
});
