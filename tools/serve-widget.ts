/** Serves the widget's script in development at its public path, and builds it again after a source has changed. */
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Plugin } from "vite";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { buildWidget } from "./build.ts";
import { ROOT } from "./paths.ts";

const SOURCES = [join(ROOT, "widget"), join(ROOT, "contract")];

export function serveWidget(): Plugin {
  let built: Promise<void> | null = null;
  return {
    name: "platen-widget",
    apply: "serve",
    configureServer({ middlewares, watcher }) {
      watcher.add(SOURCES);
      watcher.on("change", (path) => {
        if (SOURCES.some((folder) => path.startsWith(folder + sep))) built = null;
      });
      middlewares.use(WIDGET_PATH, async (_request, response, next) => {
        try {
          built ??= buildWidget();
          await built;
          response.setHeader("content-type", "text/javascript");
          response.end(await readFile(join(ROOT, "dist", "assets", WIDGET_PATH)));
        } catch (error) {
          built = null;
          next(error);
        }
      });
    },
  };
}
