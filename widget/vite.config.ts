/** Builds the widget into one classic script: `dist/assets/cdn/widget/bundle.js`. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { BUTTON_ATTRIBUTES } from "#contract/widget/attributes.ts";

/** Without the texts for documentation and forms, which the script does not use. */
const attributes = BUTTON_ATTRIBUTES.map(({ meaning, label, fallback, ...attribute }) => attribute);

/**
 * Leaves out Svelte's proxies, 0.8 kB of the script. They make objects in `$state` reactive, and the button has only
 * `$state.raw`.
 */
const withoutProxies: Plugin = {
  name: "without-proxies",
  load: (id) => (id.endsWith("/svelte/src/internal/client/proxy.js") ? WITHOUT_PROXIES : null),
};
const WITHOUT_PROXIES = `
  export const proxy = () => { throw new Error("Use $state.raw in the button.") };
  export const get_proxied_value = (value) => value;
  export const is = Object.is;
`;

export default defineConfig({
  define: { BUTTON_ATTRIBUTES: JSON.stringify(attributes) },
  root: import.meta.dirname,
  publicDir: false,
  plugins: [
    withoutProxies,
    svelte({
      configFile: false,
      compilerOptions: {
        runes: true,
        // Builds the shadow tree node by node, because pages with Trusted Types refuse innerHTML.
        fragments: "tree",
        // Otherwise Svelte adds `window.__svelte` to the customer's page.
        discloseVersion: false,
      },
    }),
  ],
  build: {
    outDir: "../dist/assets/cdn/widget",
    emptyOutDir: true,
    license: { fileName: "licenses.md" },
    // Since these versions browsers have popovers, which the notice needs.
    target: ["chrome125", "firefox128", "safari17.4"],
    lib: { entry: "index.ts", formats: ["iife"], name: "platen", fileName: () => "bundle.js" },
  },
});
