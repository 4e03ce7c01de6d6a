/** The test projects. The folder of a test decides in which runtime it runs. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { startAccess } from "./dev/access/server.ts";
import { prepareBrowser } from "./dev/browser/index.ts";
import { startStripe } from "./dev/stripe/server.ts";
import { startTurnstile } from "./dev/turnstile/server.ts";
import { inGroups } from "./tools/project-groups.ts";
import { documentation } from "./tools/site/index.ts";

// Test processes are killed at their end, so the temporary files of all of them go with this one.
const temporary = mkdtempSync(join(tmpdir(), "platen-tests-"));
process.env.TMPDIR = temporary;
process.once("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }));

// worker-render's tests use the real browser binding.
await prepareBrowser();

// The test processes, and the many services and commands that they start, load the same code.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, ".wrangler", "compile-cache");

const migrations = await readD1Migrations("migrations");
/** Long enough for a slow machine. Each project sets it, because projects do not inherit it from the root. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
/** The files that one process runs share its runtime, because a new one takes 2 s. Its storage is emptied before each file. */
const inWorkerd = {
  ...patience,
  isolate: false,
  provide: { migrations },
  setupFiles: ["./store/test-setup.ts"],
};

// The sign-in's tests use this local Turnstile.
const turnstile = await startTurnstile();
turnstile.unref();

// The operator's tests use this local team of Cloudflare Access.
const access = await startAccess();
access.unref();

/** A second database, which only the tests of several databases give to the code under test. */
const SECOND_DATABASE = "SECOND_DB";

/** Bundles packages of many files once for all processes. Otherwise each loads their hundreds of files one by one. */
const bundled = (...packages: string[]) => ({
  deps: {
    optimizer: {
      ssr: {
        enabled: true,
        include: [
          "drizzle-orm",
          "drizzle-orm/d1",
          "drizzle-orm/sqlite-core",
          "drizzle-orm/sqlite-proxy",
          "drizzle-zod",
          "tldts",
          "zod",
          ...packages,
        ],
        // Puppeteer imports them only in Node.
        rolldownOptions: { external: [/^node:/, "fs", "fs/promises", "path"] },
      },
    },
  },
});

const runtime = {
  compatibilityDate: "2026-10-12",
  compatibilityFlags: ["nodejs_compat", "global_fetch_strictly_public"],
};

// Otherwise Wrangler prints which secrets it found.
process.env.WRANGLER_LOG = "error";

// Billing's tests use this local Stripe.
const stripe = await startStripe({
  port: 0,
  stateFile: null,
  webhookUrl: null,
  webhookSecret: "whsec_local",
});
stripe.unref();

// The global set-up runs in this process and needs it too.
const END_TO_END_DIR = ".wrangler/e2e";
process.env.PLATEN_DIR = END_TO_END_DIR;

const secret = () => randomBytes(32).toString("base64");

/** These files take longest, so they start first. Otherwise the other processes wait for them at the end. */
const SLOW = [
  "tests/render/failures.test.ts",
  "tests/guard.test.ts",
  "tests/web/billing.test.ts",
  "tests/render/readiness.test.ts",
  "tests/web/sign-in.test.ts",
];

function rank({ moduleId }: TestSpecification): number {
  const index = SLOW.findIndex((name) => moduleId.endsWith(name));
  return index === -1 ? SLOW.length : index;
}

/** Orders a project's files one after another, so that they can share a runtime. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    // These take longest, so they start first.
    const inOrder = new Map([
      ...["worker-api", "worker-render"].map((name) => [name, byProject.get(name) ?? []] as const),
      ...byProject,
    ]);
    return [...inOrder.values()].flat();
  }
}

export default defineConfig({
  test: {
    // Many tests wait for a page or a browser. More processes would load more than they test: in workerd, the code takes 11 s.
    maxWorkers: Math.max(4, availableParallelism()),
    sequence: { sequencer: ByProject },
    tags: [
      { name: "nightly", description: "Takes long, or tests one more case of what another test covers." },
    ],
    // Shows the Workers' log with a test that fails.
    silent: "passed-only",
    projects: inGroups([
      {
        test: {
          name: "node",
          environment: "node",
          include: [
            "backup",
            "bench",
            "contract",
            "dev",
            "integrations",
            "log",
            "metrics",
            "pdf",
            "tools",
            "traces",
            "trials",
            "widget",
          ].map((room) => `${room}/**/*.test.ts`),
          ...patience,
          // Shares the imports. No file leaves state in the process.
          isolate: false,
        },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["tests/**/*.test.ts"],
          globalSetup: ["./tests/stage/global-setup.ts"],
          setupFiles: ["./tests/stage/connections.ts"],
          env: { PLATEN_DIR: END_TO_END_DIR },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          // Shares the imports, which take a second to load. No file leaves state in the process.
          isolate: false,
        },
      },
      {
        plugins: [
          cloudflareTest({
            miniflare: { ...runtime, d1Databases: ["DB", SECOND_DATABASE], r2Buckets: ["RESULTS"] },
          }),
        ],
        // Hides warnings: the source maps of stripe and drizzle-zod name files that are not in the packages.
        logLevel: "error" as const,
        test: { name: "store", include: ["store/**/*.test.ts"], ...inWorkerd, ...bundled() },
      },
      {
        plugins: [
          cloudflareTest({
            main: "./tests/stage/worker-api.js",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                SEALING_KEY: secret(),
                JOB_SEALING_KEY: secret(),
                SIGNING_KEY: secret(),
                STRIPE_SECRET_KEY: "sk_test_local",
                STRIPE_WEBHOOK_SECRET: "whsec_local",
                STRIPE_API_BASE: stripe.baseUrl,
                TURNSTILE_API_BASE: turnstile.baseUrl,
                STRIPE_PRICES: JSON.stringify(stripe.prices),
                BROWSERS: "1",
                TABS_PER_BROWSER: "1",
              },
              durableObjects: { SCHEDULER: { className: "Scheduler", useSQLite: true } },
              d1Databases: { [SECOND_DATABASE]: "second" },
            },
          }),
        ],
        logLevel: "error" as const,
        test: {
          name: "worker-api",
          include: ["worker-api/**/*.test.ts"],
          ...inWorkerd,
          ...bundled(
            "@hono/zod-openapi",
            "@simplewebauthn/server",
            "@simplewebauthn/server/helpers",
            "hono",
            "hono/body-limit",
            "hono/cookie",
            "hono/factory",
            "hono/html",
            "hono/http-exception",
            "hono/route",
            "jose",
            "stripe",
          ),
          provide: { ...inWorkerd.provide, accessOrigin: access.origin },
          setupFiles: [...inWorkerd.setupFiles, "./worker-api/test-setup.ts"],
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./worker-render/wrangler.toml" },
            miniflare: {
              bindings: { ALLOW_PRIVATE_TARGETS: "true", JOB_SEALING_KEY: secret() },
              // The test runtime loads only one Worker. The service's tests cover worker-pdf.
              serviceBindings: { PDF: () => new Response(null, { status: 501 }) },
            },
          }),
        ],
        logLevel: "error" as const,
        test: {
          name: "worker-render",
          include: ["worker-render/**/*.test.ts"],
          ...inWorkerd,
          ...bundled(
            "@cantoo/pdf-lib",
            "@cloudflare/puppeteer",
            "@cloudflare/puppeteer/internal/api/CDPSession.js",
            "@cloudflare/puppeteer/internal/cdp/Connection.js",
            "@cloudflare/puppeteer/internal/cloudflare/WorkersWebSocketTransport.js",
            "@cloudflare/puppeteer/internal/common/Device.js",
            "@cloudflare/puppeteer/internal/common/Errors.js",
            "@ghostery/adblocker",
            "image-size",
            "markdown-it",
          ),
        },
      },
      {
        plugins: [react(), documentation()],
        test: {
          name: "web",
          environment: "happy-dom",
          include: ["web/**/*.test.ts", "web/**/*.test.tsx"],
          setupFiles: ["./web/test-setup.ts"],
          ...patience,
          // Shares the imports: React and the app take a second to load. The set-up file cleans up after each test.
          isolate: false,
        },
      },
    ]),
  },
});
