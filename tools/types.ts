/** `npm run types` checks each folder's types with its own tsconfig.json, as many at once as there are processors. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "./paths.ts";
import { run } from "./run.ts";

/** The native compiler: a fifth of the processor time. svelte-check needs the API of the other. */
const TSC = join("typescript-native", "bin", "tsc");
const SVELTE_CHECK = join("svelte-check", "bin", "svelte-check");

/** The slowest first. */
export const PROJECTS = [
  "dev",
  "web",
  "worker-render",
  "docs/widget",
  "worker-api",
  "widget",
  "store",
  "worker-pdf",
  "bench/guarded",
  "worker-render/tsconfig.in-page.json",
  "contract",
  "pdf",
  "log",
  "metrics",
  "traces",
  "bench/floor",
  "dev/like-cloudflare/workers",
];

function checker(project: string): string[] {
  // As many projects as processors are checked at once. With several threads, each checks the same types again.
  if (project !== "widget") return [TSC, "-p", project, "--singleThreaded"];
  const config = join(project, "tsconfig.json");
  return [SVELTE_CHECK, "--tsconfig", config, "--fail-on-warnings", "--output", "machine"];
}

/** Whether a project's types are correct. Prints the errors. */
async function isCorrect(project: string): Promise<boolean> {
  const [cli = "", ...args] = checker(project);
  const child = spawn(process.execPath, [join(ROOT, "node_modules", cli), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    // The compiler is written in Go: it collects garbage less often and takes more memory.
    env: { ...process.env, GOGC: "400" },
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) console.error(`${project}:\n${output}`);
  return code === 0;
}

async function checkAll(): Promise<void> {
  const left = [...PROJECTS];
  const failed: string[] = [];
  const worker = async () => {
    for (let project = left.shift(); project !== undefined; project = left.shift()) {
      if (!(await isCorrect(project))) failed.push(project);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  if (failed.length > 0) throw new Error(`These projects have type errors: ${failed.join(", ")}.`);
  console.log(`The types of ${PROJECTS.length} projects are correct.`);
}

if (import.meta.main) await run(checkAll);
