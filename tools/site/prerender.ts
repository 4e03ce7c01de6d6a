/** Renders the landing page at the build, so that visitors and crawlers see it before its scripts. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { z } from "zod";
import { ROOT } from "../paths.ts";
import { siteConstants } from "./constants.ts";

const ENTRY = "app/prerender.tsx";

const Entry = z.object({ prerenderLanding: z.function({ output: z.promise(z.string()) }) });

/** The HTML inside `#root`. `modules`: the plugin that makes the modules of the documentation. */
export async function prerender(modules: Plugin): Promise<string> {
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
    return await Entry.parse(await import(file)).prerenderLanding();
  } finally {
    await rm(outDir, { recursive: true });
  }
}
