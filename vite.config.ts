/** Builds the site and the Workers. In development, serves them and the widget's script from one process. */
import { join } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { minifyInPage } from "./tools/minify-in-page.ts";
import { serveWidget } from "./tools/serve-widget.ts";
import { siteConstants } from "./tools/site/constants.ts";
import { deviceNames } from "./tools/site/device-names.ts";
import { documentation } from "./tools/site/index.ts";

const BASE =
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt|use-sync-external-store)\/|web\/ui\/(button|classes|icon|static-slot|times|use-near)\./;

/** A Worker without white space and comments: a third smaller, so it starts sooner. Names stay, for the stack traces in the log. */
const WORKER = {
  build: {
    rolldownOptions: {
      output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
    },
  },
};

const here = (path: string) => join(import.meta.dirname, path);

interface Local {
  /** The folder for the data of D1, R2 and the Durable Objects. */
  stateDir: string;
  /** Variables that override those of wrangler.toml, for each Worker. */
  vars: { api: Record<string, string>; render: Record<string, string> };
  /** Requests per minute, by the name of a rate limit: take the place of wrangler.toml's. */
  limits: Record<string, number>;
  /** In development there is one document for all addresses. */
  notFound: "404-page" | "single-page-application";
}

const BARE: Local = {
  stateDir: here(".wrangler/state"),
  vars: { api: {}, render: {} },
  limits: {},
  notFound: "404-page",
};

export function site({ stateDir, vars, limits, notFound }: Local = BARE): UserConfig {
  return {
    root: here("web"),
    plugins: [
      react(),
      tailwindcss(),
      documentation(),
      deviceNames(),
      serveWidget(),
      minifyInPage(),
      cloudflare({
        configPath: here("wrangler.toml"),
        // Changed in place: of a list that is returned, wrangler.toml's entries would stay as well.
        config: (config) => {
          Object.assign(config.vars, vars.api);
          if (config.assets) config.assets.not_found_handling = notFound;
          for (const { name, simple } of config.ratelimits) simple.limit = limits[name] ?? simple.limit;
        },
        auxiliaryWorkers: [
          { configPath: here("worker-render/wrangler.toml"), config: { vars: vars.render } },
          { configPath: here("worker-pdf/wrangler.toml") },
        ],
        persistState: { path: stateDir },
        inspectorPort: false,
      }),
    ],
    define: siteConstants(),
    build: { outDir: here("dist"), emptyOutDir: true },
    environments: {
      platen_api: WORKER,
      platen_pdf: WORKER,
      platen_render: WORKER,
      client: {
        build: {
          outDir: here("dist/assets"),
          license: { fileName: "licenses.md" },
          // All browsers with the regular expressions that we use have it.
          modulePreload: { polyfill: false },
          // One chunk for what every page loads. As many small ones it takes 1 kB more.
          rolldownOptions: {
            output: { advancedChunks: { groups: [{ name: "base", test: BASE }] } },
          },
        },
      },
    },
  };
}

export default defineConfig(site());
