/** The SPA, both Workers and the widget's path: one process in development, one build for deployment. */
import { join } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { serveWidget } from "./tools/serve-widget.ts";

const here = (path: string) => join(import.meta.dirname, path);

interface Local {
  /** Where D1, R2 and the objects keep their data. */
  stateDir: string;
  /** Take the place of wrangler.toml's, per Worker. */
  vars: { api: Record<string, string>; render: Record<string, string> };
}

const BARE: Local = { stateDir: here(".wrangler/state"), vars: { api: {}, render: {} } };

export function site({ stateDir, vars }: Local = BARE): UserConfig {
  return {
    root: here("web"),
    plugins: [
      react(),
      tailwindcss(),
      serveWidget(),
      cloudflare({
        configPath: here("wrangler.toml"),
        config: { vars: vars.api },
        auxiliaryWorkers: [
          { configPath: here("worker-render/wrangler.toml"), config: { vars: vars.render } },
        ],
        persistState: { path: stateDir },
        inspectorPort: false,
      }),
    ],
    build: { outDir: here("dist"), emptyOutDir: true },
    environments: { client: { build: { outDir: here("dist/assets") } } },
  };
}

export default defineConfig(site());
