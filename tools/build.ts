/** `npm run build` builds the site, both Workers and the widget into `dist`. `npm start` builds only when a source is newer. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtEnvironment } from "./environment.ts";
import { ROOT } from "./paths.ts";

const SOURCES = [
  "contract",
  "docs",
  "log",
  "metrics",
  "package-lock.json",
  "pdf",
  "platen.config.ts",
  "store",
  "tools/minify-in-page.ts",
  "tools/site",
  "vite.config.ts",
  "web",
  "widget",
  "worker-api",
  "worker-pdf",
  "worker-render",
  "wrangler.toml",
];
/** Written last. It names the environment of the build. */
const STAMP = join(ROOT, "dist", ".built");

async function newest(path: string): Promise<number> {
  const at = await stat(path);
  if (!at.isDirectory()) return at.mtimeMs;
  const names = (await readdir(path)).filter((name) => !name.startsWith("."));
  const times = await Promise.all(names.map((name) => newest(join(path, name))));
  return Math.max(at.mtimeMs, ...times);
}

function vite(...args: string[]): Promise<void> {
  const cli = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, "build", "--logLevel", "warn", ...args], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_ENV: "production", WRANGLER_LOG: "error", WRANGLER_SEND_METRICS: "false" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build failed:\n${output}`));
    });
  });
}

export function buildWidget(): Promise<void> {
  return vite("--config", join("widget", "vite.config.ts"));
}

/** @throws Error with Vite's output when a source does not build. */
export async function build(): Promise<void> {
  await vite();
  // Imported late because Wrangler, which it imports, takes a second to load. Most starts do not build.
  const { openCsp, turnstileSiteKey } = await import("./turnstile-csp.ts");
  await openCsp(turnstileSiteKey());
  // The site's build empties the folder, so the widget comes after it.
  await buildWidget();
  await mkdir(join(ROOT, "dist"), { recursive: true });
  await writeFile(STAMP, builtEnvironment());
}

export async function buildIfStale(): Promise<void> {
  const isSame = existsSync(STAMP) && (await readFile(STAMP, "utf8")) === builtEnvironment();
  const builtAt = isSame ? (await stat(STAMP)).mtimeMs : 0;
  const changedAt = await Promise.all(SOURCES.map((name) => newest(join(ROOT, name))));
  if (Math.max(...changedAt) > builtAt) await build();
}

if (import.meta.main) await build();
