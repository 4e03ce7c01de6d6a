/** The script that Miniflare's browser binding starts instead of the Chrome that it would download. */
import { chmod, mkdir, rename, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LOCAL_ADDRESSES, PRIVATE_HOST_RULES } from "./private-hosts.ts";
import type { Shell } from "./shell.ts";

/** The version that Miniflare downloads. A test compares it with the installed package. */
export const MINIFLARE_CHROME = "126.0.6478.182";

/** Where Miniflare looks when XDG_CACHE_HOME is `cacheDir`. Null on Windows, which cannot run a script there. */
function place(cacheDir: string): { folder: string; executable: string } | null {
  const chrome = join(cacheDir, ".wrangler", "chrome");
  if (process.platform === "linux") {
    const folder = join(chrome, `${process.arch === "arm64" ? "linux_arm" : "linux"}-${MINIFLARE_CHROME}`);
    return { folder, executable: join(folder, "chrome-linux64", "chrome") };
  }
  if (process.platform === "darwin") {
    const [platform, kind] = process.arch === "arm64" ? ["mac_arm", "mac-arm64"] : ["mac", "mac-x64"];
    const folder = join(chrome, `${platform}-${MINIFLARE_CHROME}`);
    const app = join("Google Chrome for Testing.app", "Contents", "MacOS", "Google Chrome for Testing");
    return { folder, executable: join(folder, `chrome-${kind}`, app) };
  }
  return null;
}

/** Added to Miniflare's flags: no requests of the browser itself, and the same text widths and language on every machine. */
const FLAGS = [
  // Without this, the locale C.UTF-8 becomes "en-US@posix", and Intl in pages throws.
  "--accept-lang=en-US,en",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-gpu",
  "--disable-quic",
  "--font-render-hinting=none",
  "--no-default-browser-check",
  "--no-pings",
];

/**
 * The headless shell prints a frame as blank when the frame has its own process. Only frames with the header
 * `Origin-Agent-Cluster` get one there, and with this flag they get none either.
 */
const SHELL_FLAGS = ["--disable-site-isolation-trials"];

const SHARED_MEMORY = "/dev/shm";
/** Four tabs with long pages use a ninth of it. A container's default is 64 MB, with which Chromium crashes. */
const SHARED_MEMORY_BYTES = 2e9;

/** Otherwise Miniflare's flag `--disable-dev-shm-usage` stays: Chromium's processes then share memory through files on the disk. */
async function hasSharedMemory(): Promise<boolean> {
  const disk = await statfs(SHARED_MEMORY).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize >= SHARED_MEMORY_BYTES;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Miniflare starts the script with an empty environment and a socket as standard input, which closes when Miniflare ends.
 * It reads standard error up to the DevTools address only. Pages' logs go there too: a full pipe would block Chromium.
 */
function script(
  executable: string,
  environment: Record<string, string>,
  ownFlags: string[],
  sharedMemory: boolean,
): string {
  const flags = [...FLAGS, ...ownFlags, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  return `#!/bin/sh
${Object.entries(environment)
  .map(([name, value]) => `export ${name}=${quoted(value)}`)
  .join("\n")}
profile=
for flag do
  shift
  case $flag in
    --user-data-dir=*) profile=\${flag#*=} ;;
${sharedMemory ? "    --disable-dev-shm-usage) continue ;;\n" : ""}  esac
  set -- "$@" "$flag"
done

# By default, full Chromium opens connections before the guard sees the request. This preference turns that off.
if [ -n "$profile" ] && [ ! -e "$profile/Default" ]; then
  mkdir -p "$profile/Default"
  echo '{"net":{"network_prediction_options":2}}' >"$profile/Default/Preferences"
fi

# Kills the browser's process group when the parent is gone. The socket also closes when the browser ends by itself:
# then the parent gets a second to read its last output.
if [ -S /dev/stdin ]; then
  exec 3<&0
  (read -r _ <&3; kill -s KILL $$ || sleep 1; kill -s KILL -- "-$$") >/dev/null 2>&1 &
  exec 3<&-
fi

# Passes standard error on up to the address, then discards it.
if [ -d "$profile" ]; then
  # end-run.sh finds the browser by this variable.
  export PLATEN_RUN="$profile"
  mkfifo "$profile/stderr" || exit 1
  (
    while IFS= read -r line; do
      printf '%s\\n' "$line" >&2
      case $line in "DevTools listening on "*) exec cat >/dev/null 2>&1 ;; esac
    done
  ) <"$profile/stderr" &
  exec 2>"$profile/stderr"
  rm "$profile/stderr"
fi
exec ${quoted(executable)} "$@" ${flags.join(" ")}
`;
}

export interface BrowserNetwork {
  /** Whether the browser may connect to private addresses at all. */
  allowPrivate: boolean;
}

/** Writes the launcher for a browser. Returns its path, or null on a system where Miniflare must download its own browser. */
export async function writeLauncher(
  browser: Shell | { executable: string },
  { allowPrivate }: BrowserNetwork,
  cacheDir: string,
): Promise<string | null> {
  const at = place(cacheDir);
  if (!at) return null;
  const environment = {
    HOME: process.env.HOME ?? "/",
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    // Every glibc has this locale. With the locale C, a download with a name that is not ASCII is named "download".
    LC_ALL: "C.UTF-8",
    ...("libraries" in browser
      ? { LD_LIBRARY_PATH: browser.libraries, FONTCONFIG_FILE: browser.fontsConf }
      : {}),
  };
  await mkdir(dirname(at.executable), { recursive: true });
  const draft = `${at.executable}.${process.pid}`;
  const ownFlags = [
    ...("libraries" in browser ? SHELL_FLAGS : []),
    ...(allowPrivate
      ? []
      : [
          quoted(`--host-resolver-rules=${PRIVATE_HOST_RULES}`),
          `--ip-address-space-overrides=${LOCAL_ADDRESSES}`,
        ]),
  ];
  await writeFile(draft, script(browser.executable, environment, ownFlags, await hasSharedMemory()));
  await chmod(draft, 0o755);
  await rename(draft, at.executable);
  // Without this file, Miniflare deletes a browser that fails to start and downloads its own.
  await writeFile(join(at.folder, ".miniflare-install-complete"), "");
  return at.executable;
}
