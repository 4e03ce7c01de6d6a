/**
 * `npm run tests` runs all tests but the nightly ones, in two Vitest processes at once: the end-to-end tests mostly wait, and
 * meanwhile the others use the processors.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { ROOT } from "./paths.ts";
import { run } from "./run.ts";

const VITEST = join(ROOT, "node_modules", "vitest", "vitest.mjs");

/** Runs the projects that match. Returns whether all tests passed. */
async function pass(projects: string, output: "inherit" | "pipe"): Promise<boolean> {
  const args = ["run", "--project", projects, "--exclude", "tests/nightly/**"];
  const child = spawn(process.execPath, [VITEST, ...args], { cwd: ROOT, stdio: ["ignore", output, output] });
  const ended = once(child, "close");
  const printed = await Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)));
  const [code] = await ended;
  // Only now, so that the two reports do not mix.
  for (const report of printed) if (report) console.log(report);
  return code === 0;
}

await run(async () => {
  // It takes none: `npx vitest run` runs a part.
  parseArgs({ options: {} });
  const passed = await Promise.all([pass("e2e", "inherit"), pass("!e2e", "pipe")]);
  if (passed.includes(false)) throw new Error("Some tests failed.");
});
