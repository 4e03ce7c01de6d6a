/** The commands of package.json, run as a user runs them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { ROOT } from "../dev/paths.ts";

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** `npm run NAME -- ARGS` to its end, on the data of the service under test unless `env` says otherwise. */
export async function npmRun(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn("npm", ["run", "--silent", name, "--", ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, stdout, stderr };
}
