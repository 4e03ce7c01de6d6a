import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import { type RunningCloudflare, startCloudflare } from "../../dev/cloudflare/server.ts";
import { ROOT } from "../paths.ts";
import { openAccount } from "./login.ts";

afterEach(() => vi.unstubAllEnvs());

const signedOut = async () => {
  throw new Error("Not logged in.");
};
const signedIn = async () => JSON.stringify({ type: "oauth", token: "token" });

async function start(): Promise<RunningCloudflare> {
  const cloudflare = await startCloudflare("pages.test");
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", cloudflare.baseUrl);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", "");
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "");
  return cloudflare;
}

test("without a login it says how to sign in", async () => {
  const cloudflare = await start();
  await expect(openAccount(signedOut)).rejects.toThrow("npx wrangler login");
  cloudflare.close();
});

test("the login of Wrangler opens its account", async () => {
  const cloudflare = await start();
  expect(await openAccount(signedIn)).toMatchObject({ name: "Test account" });
  cloudflare.close();
});

test("CLOUDFLARE_ACCOUNT_ID chooses one of several accounts", async () => {
  const cloudflare = await start();
  cloudflare.state.accounts.push({ id: "second", name: "Second" });
  await expect(openAccount(signedIn)).rejects.toThrow("Set CLOUDFLARE_ACCOUNT_ID to one of");
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "second");
  expect(await openAccount(signedIn)).toMatchObject({ id: "second" });
  cloudflare.close();
});

test("npm run destroy deletes only after the host name was typed", async () => {
  const cloudflare = await start();
  cloudflare.state.queues.push({ queue_id: "1", queue_name: "platen-jobs", consumers: [] });
  async function destroy(typed: string) {
    const child = spawn(process.execPath, [join(ROOT, "tools", "deploy", "destroy.ts")], {
      cwd: ROOT,
      env: { ...process.env, CLOUDFLARE_API_TOKEN: "token" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.end(typed);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { stdout, stderr, code };
  }
  const refused = await destroy("yes\n");
  expect(refused.stdout).toContain("queue platen-jobs  its messages");
  expect(refused.stderr).toContain("Nothing was deleted.");
  expect(refused.code).toBe(1);
  expect(cloudflare.state.queues).toHaveLength(1);
  expect((await destroy("platen.example.com\n")).code).toBe(0);
  expect(cloudflare.state.queues).toEqual([]);
  cloudflare.close();
});
