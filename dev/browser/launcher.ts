/** The script that Miniflare's browser binding starts in the place of the Chrome it would download. */
import { chmod, mkdir, rename, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CACHE_DIR } from "../../tools/paths.ts";
import type { Shell } from "./shell.ts";

/** Miniflare's own; a test compares it with the installed package. */
export const MINIFLARE_CHROME = "126.0.6478.182";

/** Where Miniflare looks when XDG_CACHE_HOME is our cache folder. Windows cannot run a script there, so it downloads. */
function place(): { folder: string; executable: string } | null {
  const chrome = join(CACHE_DIR, ".wrangler", "chrome");
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

/** Added to Miniflare's flags: nothing of its own over the network, the same text widths and language on every machine. */
const FLAGS = [
  // From C.UTF-8 it makes "en-US@posix", at which a page's own Intl throws.
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
 * The headless shell prints frames that have a process of their own blank. It makes such processes for frames that ask for
 * one only (`Origin-Agent-Cluster`), and with this not even for them.
 */
const SHELL_FLAGS = ["--disable-site-isolation-trials"];

const SHARED_MEMORY = "/dev/shm";
/** Four tabs with long pages take a ninth of it. A container has 64 MB unless told otherwise, at which Chromium crashes. */
const SHARED_MEMORY_BYTES = 2e9;

/** Miniflare's `--disable-dev-shm-usage` puts what Chromium's processes share into files on the disk. */
async function hasSharedMemory(): Promise<boolean> {
  const disk = await statfs(SHARED_MEMORY).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize >= SHARED_MEMORY_BYTES;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Miniflare starts it with an empty environment and a socket as standard input, which closes when Miniflare is gone. It
 * reads standard error up to the address only; Chromium, which writes what pages log there, would then block on a full pipe.
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

# Full Chromium connects ahead of requests, before the guard has seen them, unless its profile says otherwise.
if [ -n "$profile" ] && [ ! -e "$profile/Default" ]; then
  mkdir -p "$profile/Default"
  echo '{"net":{"network_prediction_options":2}}' >"$profile/Default/Preferences"
fi

# Even a killed parent leaves no browser behind. The process group is this browser's own. A browser that ended by itself
# closes the socket, too: the reader of its last words gets a second.
if [ -S /dev/stdin ]; then
  exec 3<&0
  (read -r _ <&3; kill -s KILL $$ || sleep 1; kill -s KILL -- "-$$") >/dev/null 2>&1 &
  exec 3<&-
fi

# Standard error is passed on up to the address, then read and thrown away.
if [ -d "$profile" ]; then
  # Names this process for the end of a run.
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

/** Writes the launcher for a browser and answers its path, or null where Miniflare must use a download of its own. */
export async function writeLauncher(browser: Shell | { executable: string }): Promise<string | null> {
  const at = place();
  if (!at) return null;
  const environment = {
    HOME: process.env.HOME ?? "/",
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    // Every glibc has this one. In plain C, a download whose name is not ASCII is called "download".
    LC_ALL: "C.UTF-8",
    ...("libraries" in browser
      ? { LD_LIBRARY_PATH: browser.libraries, FONTCONFIG_FILE: browser.fontsConf }
      : {}),
  };
  await mkdir(dirname(at.executable), { recursive: true });
  const draft = `${at.executable}.${process.pid}`;
  const ownFlags = "libraries" in browser ? SHELL_FLAGS : [];
  await writeFile(draft, script(browser.executable, environment, ownFlags, await hasSharedMemory()));
  await chmod(draft, 0o755);
  await rename(draft, at.executable);
  // Without this mark a browser that fails to start would be deleted and downloaded.
  await writeFile(join(at.folder, ".miniflare-install-complete"), "");
  return at.executable;
}
