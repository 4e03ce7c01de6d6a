/** `npm run unused`: files, exports and dependencies that nothing uses. */
import type { KnipConfig } from "knip";

export default {
  workspaces: {
    ".": {
      entry: [
        // Built for Cloudflare and the browser; worker-api is read from wrangler.toml.
        "worker-render/index.ts",
        "web/main.tsx",
        "widget/index.ts",
        // Vite's, vitest's and npm's own way in; npm's scripts are read from package.json.
        "{vite,vitest}.config.ts",
        "widget/vite.config.ts",
        "**/*.test.{ts,tsx}",
        "{store,web,worker-api}/test-setup.ts",
        "tests/stage/{global-setup.ts,worker-api.js}",
        // Started by path, each in a process or Worker of its own.
        "bench/{floor,guarded}/index.ts",
        "bench/seed-jobs.ts",
        "tests/guard/isolated-service.ts",
        // What people copy, and what holds it to the element.
        "docs/widget/*.{ts,tsx}",
      ],
      // HTML names the style sheets of these two.
      project: ["**/*.{ts,tsx,js,svelte,css}", "!web/public/**", "!trials/soak/pages/**"],
    },
    // Installed by the bench, which starts Lighthouse by its path. browserless and puppeteer-cluster want puppeteer beside them.
    "bench/peers": { entry: "peer.js", ignoreDependencies: ["lighthouse", "puppeteer"] },
  },
  // Both read their configuration by running it, and vitest's starts a browser and Stripe.
  vite: false,
  vitest: false,
  ignoreDependencies: [
    // Found in node_modules by path: the browser, a script for the page, a command.
    "@sparticuz/chromium",
    "axe-core",
    "svelte-check",
    // The font's file is named in a style sheet's url().
    "@fontsource-variable/instrument-sans",
    // `cloudflare:workers` and `cloudflare:test` are workerd's own.
    "cloudflare",
    // The types for Vue are for a page that has Vue.
    "vue",
  ],
  // The machine's own.
  ignoreBinaries: ["fc-list", "mount", "umount", "unshare"],
} satisfies KnipConfig;
