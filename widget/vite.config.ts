/** Builds the widget into one classic script: `dist/assets/cdn/widget/bundle.js`. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { BUTTON_ATTRIBUTES } from "#contract/widget/attributes.ts";

/** The words are for people: the script does without. */
const attributes = BUTTON_ATTRIBUTES.map(({ meaning, label, fallback, ...attribute }) => attribute);

export default defineConfig({
  define: { BUTTON_ATTRIBUTES: JSON.stringify(attributes) },
  root: import.meta.dirname,
  publicDir: false,
  plugins: [
    svelte({
      configFile: false,
      compilerOptions: {
        runes: true,
        // Makes the shadow tree node by node: pages that demand Trusted Types refuse innerHTML.
        fragments: "tree",
        // Else Svelte leaves `window.__svelte` on the host's page.
        discloseVersion: false,
      },
    }),
  ],
  build: {
    outDir: "../dist/assets/cdn/widget",
    emptyOutDir: true,
    // The notice is a popover: browsers since then have it.
    target: ["chrome125", "firefox128", "safari17.4"],
    lib: { entry: "index.ts", formats: ["iife"], name: "platen", fileName: () => "bundle.js" },
  },
});
