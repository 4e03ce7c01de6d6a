/** Runs Wrangler, which uploads Workers, applies migrations and knows the login. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "../paths.ts";

const CLI = join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");
/** The end of Wrangler's output, which has its error. */
const MAX_LINES = 20;

/** Runs one command of Wrangler and returns its output. @throws Error with the end of the output. */
export type Wrangler = (args: readonly string[]) => Promise<string>;

export const runWrangler: Wrangler = async (args) => {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: ROOT,
    // Without a terminal Wrangler asks nothing.
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (code === 0) return output;
  const end = `${output}\n${errors}`.trim().split("\n").slice(-MAX_LINES).join("\n");
  throw new Error(`wrangler ${args.slice(0, 2).join(" ")} failed:\n${end}`);
};
