/**
 * The headless shell that the npm package `@sparticuz/chromium` ships, with the libraries and fonts a bare machine lacks. With
 * SwiftShader beside it, pages have WebGL without a graphics card.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { z } from "zod";
import { CACHE_DIR, ROOT } from "../../tools/paths.ts";

const PACKAGE = join(ROOT, "node_modules", "@sparticuz", "chromium");
const Manifest = z.object({ version: z.string() });

export interface Shell {
  executable: string;
  libraries: string;
  fontsConf: string;
}

/** Whether the package's binary runs on this kind of machine. */
export function shellRunsHere(): boolean {
  return process.platform === "linux" && process.arch === "x64" && existsSync(PACKAGE);
}

/** The package's fonts.conf names folders of AWS Lambda. This one adds its Open Sans to the fonts of the system. */
function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <dir>${join(folder, "fonts")}</dir>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`;
}

async function untar(archive: string, folder: string): Promise<void> {
  const tar = spawn("tar", ["-x", "-C", folder], { stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(tar, "close");
  // tar stops reading at the archive's end mark, which can break the stream. Its exit code decides.
  await pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin).catch(() => {});
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar could not unpack ${archive}.`);
}

async function unpack(folder: string): Promise<void> {
  const bin = join(PACKAGE, "bin");
  await mkdir(folder, { recursive: true });
  await Promise.all([
    pipeline(
      createReadStream(join(bin, "chromium.br")),
      createBrotliDecompress(),
      createWriteStream(join(folder, "chromium")),
    ),
    untar(join(bin, "al2023.tar.br"), folder),
    untar(join(bin, "fonts.tar.br"), folder),
    untar(join(bin, "swiftshader.tar.br"), folder),
  ]);
  await chmod(join(folder, "chromium"), 0o755);
}

/** Unpacks the shell on first use (2 s, 200 MB). Two starts at once are safe: a rename makes the whole folder appear. */
export async function installShell(): Promise<Shell> {
  const { version } = Manifest.parse(JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8")));
  const folder = join(CACHE_DIR, `headless-shell-webgl-${version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    await unpack(draft);
    await writeFile(join(draft, "fonts.conf"), fontsConf(folder));
    await rename(draft, folder).catch(async (error) => {
      await rm(draft, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    });
  }
  return {
    executable: join(folder, "chromium"),
    libraries: join(folder, "lib"),
    fontsConf: join(folder, "fonts.conf"),
  };
}
