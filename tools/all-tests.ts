/**
 * `npm test` runs the tests in two processes at the same time. The end-to-end tests mostly wait: for pages, browsers and
 * starts. All others mostly compute, so they run at a lower priority in the time that is left. With arguments, it passes
 * them to one vitest.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, setPriority } from "node:os";
import { join } from "node:path";
import { ROOT } from "./paths.ts";
import { run } from "./run.ts";

const VITEST = [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run"];
const END_TO_END = "e2e";
/** A Unix niceness: a quarter of the processor when the end-to-end tests want all of it. */
const LOW_PRIORITY = 5;

/** Shows the output at once. Returns the exit code. */
async function vitest(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...VITEST, ...args], { cwd: ROOT, stdio: "inherit" });
  const [code] = await once(child, "close");
  return code ?? 1;
}

/** Returns the output too, because two reports at once cannot be read. */
async function quietVitest(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [...VITEST, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, "close");
  return { code: code ?? 1, output };
}

await run(async () => {
  const wanted = process.argv.slice(2);
  if (wanted.length > 0) {
    process.exitCode = await vitest(wanted);
    return;
  }
  const [endToEnd, others] = await Promise.all([
    vitest([`--project=${END_TO_END}`]),
    quietVitest([`--project=!${END_TO_END}`, `--maxWorkers=${availableParallelism()}`]),
  ]);
  console.log(others.output);
  process.exitCode = Math.max(endToEnd, others.code);
});
