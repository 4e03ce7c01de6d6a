/** The commands of package.json, run as a user runs them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { ROOT } from "../../tools/paths.ts";

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Starts `npm run NAME -- ARGS` in a process group of its own. */
export function npmSpawn(name: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn("npm", ["run", "--silent", name, "--", ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended: Promise<Ended> = Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]).then(([stdout, stderr, [code]]) => ({ code, stdout, stderr }));
  return { pid: child.pid, ended };
}

/** Runs `npm run NAME -- ARGS` to its end, on the data of the service under test unless `env` has a `PLATEN_DIR`. */
export async function npmRun(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return npmSpawn(name, args, env).ended;
}
