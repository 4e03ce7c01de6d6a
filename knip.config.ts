/** `npm run unused` finds files, exports and dependencies that nothing uses. */
import type { KnipConfig } from "knip";

export default {
  workspaces: {
    ".": {
      entry: [
        // Built for Cloudflare and the browser. knip reads worker-api's entry from wrangler.toml.
        "worker-{pdf,render}/index.ts",
        "web/main.tsx",
        // Rendered by the build.
        "web/app/prerender.tsx",
        "widget/index.ts",
        // Read by Vite and vitest. knip reads npm's scripts from package.json.
        "{vite,vitest}.config.ts",
        "widget/vite.config.ts",
        "**/*.test.{ts,tsx}",
        "{store,web,worker-api}/test-setup.ts",
        "tests/stage/{connections,global-setup}.ts",
        "tests/stage/worker-api.js",
        // Started by path, in another process or Worker.
        "bench/{floor,guarded}/index.ts",
        "dev/like-cloudflare/workers/{browser-run,entry}.ts",
        "bench/seed-jobs.ts",
        "tests/guard/isolated-service.ts",
        // Run by WordPress.
        "integrations/wordpress/platen/editor.js",
        // Types and examples that customers copy, and their checks.
        "docs/widget/*.{ts,tsx}",
      ],
      // Only HTML refers to the style sheets of these.
      project: [
        "**/*.{ts,tsx,js,svelte,vue,css}",
        "!web/public/**",
        "!trials/soak/pages/**",
        "!bench/pages/known/**",
      ],
    },
    // The bench installs them and starts Lighthouse by its path. browserless and puppeteer-cluster have puppeteer as a peer.
    "bench/peers": { entry: "peer.js", ignoreDependencies: ["lighthouse", "puppeteer"] },
  },
  // knip's plugins run the configuration, and vitest's starts a browser and Stripe.
  vite: false,
  vitest: false,
  ignoreDependencies: [
    // `cloudflare:workers` is the runtime's module. `npm run cloudflare-api` installs the SDK for itself.
    "cloudflare",
    // Used by their path in node_modules: the browser, scripts for pages, a command.
    "@joplin/turndown-plugin-gfm",
    "@mozilla/readability",
    "mathml-to-latex",
    "turndown",
    "@fontsource/noto-*",
    "@fontsource-variable/noto-*",
    "@infolektuell/noto-color-emoji",
    "@sparticuz/chromium",
    "axe-core",
    "svelte-check",
    "typescript-native",
    // The font's file is named in a style sheet's url().
    "@fontsource-variable/instrument-sans",
    // A test builds the guide's application, whose configuration imports it.
    "@vitejs/plugin-vue",
  ],
  // Programs of the system.
  ignoreBinaries: ["mount", "php", "umount", "unshare"],
} satisfies KnipConfig;
