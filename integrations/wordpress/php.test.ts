import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PLUGIN } from "./texts.ts";

const hasPhp = spawnSync("php", ["-v"]).status === 0;
const title = hasPhp ? "in PHP" : "SKIPPED, because php is not installed";
if (!hasPhp)
  process.stderr.write("The tests of the WordPress plugin in PHP are skipped: php is not installed.\n");

function php(...args: string[]): string {
  return execFileSync("php", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

test.skipIf(!hasPhp)(`each file of the plugin has valid syntax (${title})`, () => {
  const files = readdirSync(PLUGIN).filter((name) => name.endsWith(".php"));
  for (const name of files) expect(php("-l", join(PLUGIN, name))).toContain("No syntax errors");
});

test.skipIf(!hasPhp)(`the plugin renders and sanitises as its tests say (${title})`, () => {
  const { stdout, stderr, status } = spawnSync(
    "php",
    ["-d", "error_reporting=-1", "-d", "display_errors=1", join(import.meta.dirname, "tests", "plugin.php")],
    { encoding: "utf8" },
  );
  expect({ stdout, stderr, status }).toEqual({ stdout: "", stderr: "", status: 0 });
});
