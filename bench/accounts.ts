/** Pro accounts in a bench's own state folder, and their keys handed out as fast as the plan's minute allows. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { PLANS } from "#contract/plans.ts";

const ROOT = resolve(import.meta.dirname, "..");
const Account = z.object({ apiKey: z.string() });

/** Keys of `count` new pro accounts in the service whose folder `env.PLATEN_DIR` names. */
export async function makeAccounts(env: NodeJS.ProcessEnv, count: number): Promise<string[]> {
  const child = spawn(process.execPath, ["dev/accounts.ts", "--count", String(count), "--tier", "pro"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const keys: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("{")) keys.push(Account.parse(JSON.parse(line)).apiKey);
  }
  if (keys.length < count) throw new Error(`Only ${keys.length} of ${count} accounts were made.`);
  return keys;
}

/** The next key that has room left in its minute. Throws when none has. */
export function keyRing(keys: readonly string[]): () => string {
  const perKey = PLANS.pro.requestsPerMinute - 1;
  const used = new Map<string, number[]>();
  let turn = 0;
  return () => {
    const now = Date.now();
    for (let tries = 0; tries < keys.length; tries++) {
      const key = keys[turn++ % keys.length] ?? "";
      const recent = (used.get(key) ?? []).filter((at) => now - at < 60_000);
      if (recent.length >= perKey) continue;
      used.set(key, [...recent, now]);
      return key;
    }
    throw new Error("Every account's minute is used up; make more accounts.");
  };
}
