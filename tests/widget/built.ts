/** The widget's script, built as it is deployed. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { WIDGET_PATH } from "#contract/embed.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** In a process of its own: Vite would take the test run's NODE_ENV for a wish to debug. */
export async function buildWidget(): Promise<Buffer> {
  const vite = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const args = [vite, "build", "--config", join(ROOT, "widget", "vite.config.ts"), "--logLevel", "error"];
  await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production" },
  });
  return readFile(join(ROOT, "dist", "assets", WIDGET_PATH));
}
