/** Builds the site and both Workers. In development, serves them and the widget's script from one process. */
import { join } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { serveWidget } from "./tools/serve-widget.ts";

const here = (path: string) => join(import.meta.dirname, path);

interface Local {
  /** The folder for the data of D1, R2 and the Durable Objects. */
  stateDir: string;
  /** Variables that override those of wrangler.toml, for each Worker. */
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
