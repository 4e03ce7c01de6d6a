/**
 * `npm run tests` runs all tests but the nightly ones. The end-to-end tests come after all others: at once, they are no faster on
 * two processors, and pages take so long that jobs reach their limits of time. With `--checks`, as `npm test` has it, lint, types
 * and the build run beside the others. With `--nightly`, as `npm run test:nightly` has it, the nightly ones run alone.
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
/** Its tests run at night, and those of other folders with the tag `nightly`. */
const NIGHTLY_FOLDER = "tests/nightly";
const NOT_THE_FOLDER = ["--exclude", `${NIGHTLY_FOLDER}/**`];
/** The end-to-end tests need the build. */
const CHECKS = ["lint", "types", "build"];

/** Runs Vitest on the projects. Returns whether all tests passed. */
async function vitest(names: readonly string[], args: readonly string[]): Promise<boolean> {
  const projects = names.flatMap((name) => ["--project", name]);
  const child = spawn(process.execPath, [VITEST, "run", ...projects, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "close");
  return code === 0;
}

function pass(names: readonly string[], workers: number): Promise<boolean> {
  const choice = [...NOT_THE_FOLDER, "--tags-filter", "!nightly"];
  return vitest(names, [...choice, "--maxWorkers", String(workers)]);
}

/** Returns what failed. */
async function nightly(): Promise<string[]> {
  const failed: string[] = [];
  if (!(await vitest([END_TO_END], [NIGHTLY_FOLDER]))) failed.push(`some tests in ${NIGHTLY_FOLDER}`);
  const tagged = ["--tags-filter", "nightly", ...NOT_THE_FOLDER];
  const projects = [...GROUPS.flatMap((group) => group.projects), END_TO_END];
  if (!(await vitest(projects, tagged))) failed.push("some tests with the tag nightly");
  return failed;
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

/** Returns what failed. */
async function allButNightly(checks: readonly string[]): Promise<string[]> {
  const [failed, ...passed] = await Promise.all([
    failuresOf(checks),
    ...GROUPS.map(({ projects, workers }) =>
      pass(projects, Math.ceil((workers * availableParallelism()) / 2)),
    ),
  ]);
  if (passed.includes(false)) failed.push("some tests");
  if (!(await pass([END_TO_END], END_TO_END_WORKERS))) failed.push("some end-to-end tests");
  return failed;
}

await run(async () => {
  const { values } = parseArgs({ options: { checks: { type: "boolean" }, nightly: { type: "boolean" } } });
  const failed = values.nightly ? await nightly() : await allButNightly(values.checks ? CHECKS : []);
  if (failed.length > 0) throw new Error(`These failed: ${failed.join(", ")}.`);
});
