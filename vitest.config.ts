/** Which tests run where: a folder picks its runtime. */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { prepareBrowser } from "./dev/browser/index.ts";
import { startStripe } from "./dev/stripe/server.ts";

// worker-render's tests have the real browser binding.
await prepareBrowser();

const migrations = await readD1Migrations("migrations");
/** How fast the machine is must not matter. Each project names it: what stands above the projects does not reach them. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
/** One runtime for all files of a project, its storage emptied before each: a runtime of its own costs two seconds. */
const inWorkerd = {
  ...patience,
  isolate: false,
  provide: { migrations },
  setupFiles: ["./store/test-setup.ts"],
};

const runtime = {
  compatibilityDate: "2026-10-12",
  compatibilityFlags: ["nodejs_compat", "global_fetch_strictly_public"],
};

// Wrangler's own chatter: which secrets it found where.
process.env.WRANGLER_LOG = "error";

// Billing's tests talk to a Stripe of their own.
const stripe = await startStripe({
  port: 0,
  stateFile: null,
  webhookUrl: null,
  webhookSecret: "whsec_local",
});
stripe.unref();

// Also for the global set-up, which runs in this process.
const END_TO_END_DIR = ".wrangler/e2e";
process.env.PLATEN_DIR = END_TO_END_DIR;

const secret = () => randomBytes(32).toString("base64");

/** They take a minute each: begun last, the other processes would wait for them. */
const LONGEST = [
  "tests/soak.test.ts",
  "tests/ending.test.ts",
  "tests/web/screens.test.ts",
  "tests/render/failures.test.ts",
  "tests/billing.test.ts",
  "tests/render/readiness.test.ts",
  "tests/guard.test.ts",
  "tests/crash.test.ts",
];

function isLong({ moduleId }: TestSpecification): boolean {
  return LONGEST.some((name) => moduleId.endsWith(name));
}

/** A project's files one after another: only then they can share a runtime. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [long = [], short = []] = [true, false].map((want) =>
      files.filter((file) => isLong(file) === want),
    );
    const sorted = [...long, ...(await super.sort(short))];
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flat();
  }
}

export default defineConfig({
  test: {
    // Tests wait more than they work.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: ByProject },
    // What the Workers log is shown with the test that fails.
    silent: "passed-only",
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          include: ["bench", "contract", "dev", "log", "tools", "trials"].map(
            (room) => `${room}/**/*.test.ts`,
          ),
          ...patience,
        },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["tests/**/*.test.ts"],
          globalSetup: ["./tests/stage/global-setup.ts"],
          env: { PLATEN_DIR: END_TO_END_DIR },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          // After everything else, on one service, which renders this many pages at once.
          maxWorkers: 4,
          // No file leaves anything in the process, and what they import takes a second to load.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [cloudflareTest({ miniflare: { ...runtime, d1Databases: ["DB"], r2Buckets: ["RESULTS"] } })],
        // Stripe's and drizzle-zod's packages name source files that they do not ship.
        logLevel: "error",
        test: { name: "store", include: ["store/**/*.test.ts"], ...inWorkerd },
      },
      {
        plugins: [
          cloudflareTest({
            main: "./tests/stage/worker-api.js",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                SEALING_KEY: secret(),
                SIGNING_KEY: secret(),
                STRIPE_SECRET_KEY: "sk_test_local",
                STRIPE_WEBHOOK_SECRET: "whsec_local",
                STRIPE_API_BASE: stripe.baseUrl,
                STRIPE_PRICES: JSON.stringify(stripe.prices),
                BROWSERS: "1",
                TABS_PER_BROWSER: "1",
              },
              durableObjects: { SCHEDULER: { className: "Scheduler", useSQLite: true } },
            },
          }),
        ],
        logLevel: "error",
        test: {
          name: "worker-api",
          include: ["worker-api/**/*.test.ts"],
          ...inWorkerd,
          setupFiles: [...inWorkerd.setupFiles, "./worker-api/test-setup.ts"],
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./worker-render/wrangler.toml" },
            miniflare: { bindings: { ALLOW_PRIVATE_TARGETS: "true" } },
          }),
        ],
        logLevel: "error",
        test: { name: "worker-render", include: ["worker-render/**/*.test.ts"], ...inWorkerd },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          environment: "happy-dom",
          include: ["web/**/*.test.ts", "web/**/*.test.tsx"],
          setupFiles: ["./web/test-setup.ts"],
          ...patience,
        },
      },
    ],
  },
});
