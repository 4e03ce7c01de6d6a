/**
 * `npm run tests` runs all tests but the nightly ones, in two Vitest processes one after the other. At once, they are no faster
 * on two processors, and pages take so long that jobs reach their limits of time.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./paths.ts";
import { run } from "./run.ts";

const VITEST = join(ROOT, "node_modules", "vitest", "vitest.mjs");

/** Runs the projects that match. Returns whether all tests passed. */
async function pass(projects: string): Promise<boolean> {
  const args = ["run", "--project", projects, "--exclude", "tests/nightly/**"];
  const child = spawn(process.execPath, [VITEST, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "close");
  return code === 0;
}

await run(async () => {
  // It takes none: `npx vitest run` runs a part.
  parseArgs({ options: {} });
  const passed = [await pass("!e2e"), await pass("e2e")];
  if (passed.includes(false)) throw new Error("Some tests failed.");
});
