/** Renders the public pages at the build, so that visitors and crawlers see them before their scripts. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { z } from "zod";
import { ROOT } from "../paths.ts";
import { siteConstants } from "./constants.ts";

const ENTRY = "app/prerender.tsx";

const Entry = z.object({
  prerenderPage: z.function({ input: [z.string()], output: z.promise(z.string()) }),
});

/** The HTML inside `#root`, by path. `modules`: the plugin that makes the modules of the documentation. */
export async function prerender(
  paths: readonly string[],
  modules: Plugin,
): Promise<ReadonlyMap<string, string>> {
  // Inside of the project, so that the file finds the packages.
  const outDir = await mkdtemp(join(ROOT, "dist", "prerender-"));
  try {
    await build({
      configFile: false,
      root: join(ROOT, "web"),
      logLevel: "warn",
      publicDir: false,
      plugins: [react(), modules],
      define: siteConstants(),
      build: { ssr: ENTRY, outDir, emptyOutDir: true },
    });
    const file = pathToFileURL(join(outDir, "prerender.js")).href;
    const { prerenderPage } = Entry.parse(await import(file));
    const pages = new Map<string, string>();
    for (const path of paths) pages.set(path, await prerenderPage(path));
    return pages;
  } finally {
    await rm(outDir, { recursive: true });
  }
}
