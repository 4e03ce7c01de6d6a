/** The SPA, both Workers and the widget's path: one process in development, one build for deployment. */
import { join } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path: string) => join(import.meta.dirname, path);

export default defineConfig({
  root: here("web"),
  plugins: [
    react(),
    tailwindcss(),
    cloudflare({
      configPath: here("wrangler.toml"),
      auxiliaryWorkers: [{ configPath: here("worker-render/wrangler.toml") }],
      persistState: { path: here(".wrangler/state") },
      inspectorPort: false,
    }),
  ],
  build: { outDir: here("dist"), emptyOutDir: true },
  environments: { client: { build: { outDir: here("dist/assets") } } },
});
