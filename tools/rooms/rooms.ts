/**
 * The table of which room may import which. A room is the files of a folder without its subfolders, or one file of the
 * root. It may import itself and the rooms on its line. A line names only rooms above it, so no two rooms import each
 * other. `store/*` means store and all rooms in it.
 */
export type Rooms = Readonly<Record<string, readonly string[]>>;

export interface Walls {
  rooms: Rooms;
  /** By part: what its unit tests may import besides the part's rooms and their imports. */
  tests: Rooms;
  /** Parts that run without Node. */
  withoutNode: readonly string[];
}

const API = ["contract/*", "log", "metrics", "store/*", "traces", "worker-api/http"];
const TAB = ["contract/*", "worker-render/devtools", "worker-render/fault", "worker-render/guard"];
const PAGE = [...TAB, "worker-render/tab"];
const CAPTURE = [...PAGE, "log", "worker-render/clear", "worker-render/page"];
const SCREEN = [
  "contract/*",
  "web/client",
  "web/feedback",
  "web/queries",
  "web/session",
  "web/ui",
  "web/words",
];
const LOCAL = ["contract/*", "dev/*", "tools"];

const ROOMS: Rooms = {
  contract: [],
  "contract/account": ["contract"],
  "contract/target": ["contract"],
  "contract/job": ["contract", "contract/account", "contract/target"],
  "contract/widget": ["contract", "contract/job", "contract/target"],

  log: [],

  metrics: ["contract", "log"],

  traces: ["log"],

  pdf: ["contract"],

  "store/secrets": [],
  "store/schema": ["contract", "contract/account", "contract/job"],
  store: ["contract/*", "store/schema", "store/secrets"],
  "store/activity": ["contract", "contract/account", "store", "store/secrets"],
  "store/keys": ["contract", "store", "store/activity", "store/secrets"],
  "store/mail": ["contract", "store", "store/secrets"],
  "store/money": ["contract", "contract/job", "store", "store/activity", "store/keys"],
  "store/operator": ["contract", "store", "store/activity", "store/money", "store/secrets"],
  "store/alerts": ["contract", "store", "store/mail"],
  "store/sweep": ["contract", "contract/job", "store"],
  "store/archive": ["contract", "store"],
  "store/jobs": ["contract/*", "store", "store/keys", "store/money", "store/secrets"],
  "store/second-factor": ["contract", "contract/account", "store", "store/activity", "store/secrets"],
  "store/accounts": [
    "contract",
    "store",
    "store/activity",
    "store/mail",
    "store/money",
    "store/second-factor",
    "store/secrets",
  ],

  "worker-api/http": ["contract/*", "log", "metrics", "store/*", "traces"],
  "worker-api/health": API,
  "worker-api/mail": API,
  "worker-api/second-factor": [...API, "worker-api/mail"],
  "worker-api/auth": [...API, "worker-api/mail", "worker-api/second-factor"],
  "worker-api/public-keys": API,
  "worker-api/files": API,
  "worker-api/billing": [...API, "worker-api/files"],
  "worker-api/jobs": [...API, "worker-api/files", "worker-api/mail"],
  "worker-api/widget": [...API, "worker-api/files", "worker-api/jobs"],
  "worker-api/demo": [...API, "worker-api/auth", "worker-api/jobs", "worker-api/widget"],
  "worker-api/site-check": [...API, "worker-api/files", "worker-api/jobs"],
  "worker-api/user": [...API, "worker-api/billing", "worker-api/mail", "worker-api/second-factor"],
  "worker-api/alerts": [...API, "worker-api/mail"],
  "worker-api/admin": [...API, "worker-api/health"],
  "worker-api/sweep": [
    ...API,
    "worker-api/admin",
    "worker-api/alerts",
    "worker-api/billing",
    "worker-api/health",
    "worker-api/mail",
    "worker-api/user",
  ],
  "worker-api": [...API, "worker-api/*"],

  "worker-pdf": ["contract", "log", "pdf"],

  "worker-render/devtools": ["log"],
  "worker-render/fault": ["contract", "contract/job"],
  "worker-render/guard": ["contract/*", "worker-render/devtools", "worker-render/fault"],
  "worker-render/tab": TAB,
  "worker-render/fonts": [...TAB, "log"],
  "worker-render/clear": [...PAGE, "log", "store"],
  "worker-render/page": [...PAGE, "worker-render/clear", "worker-render/fonts"],
  "worker-render/control": [...PAGE, "worker-render/page"],
  "worker-render/pdf": [...CAPTURE, "pdf"],
  "worker-render/screenshot/join": [],
  "worker-render/document": CAPTURE,
  "worker-render/screenshot": [...CAPTURE, "worker-render/screenshot/join"],
  "worker-render/job": [
    ...CAPTURE,
    "worker-render/fonts",
    "metrics",
    "store/*",
    "traces",
    "worker-render/control",
    "worker-render/document",
    "worker-render/pdf",
    "worker-render/screenshot",
  ],
  "worker-render/browser": [...CAPTURE, "metrics", "store/*", "worker-render/job"],
  "worker-render/scheduler": [
    "contract/*",
    "log",
    "metrics",
    "store/*",
    "worker-render/fault",
    "worker-render/job",
  ],
  "worker-render": [
    "contract/*",
    "log",
    "metrics",
    "store/*",
    "worker-render/browser",
    "worker-render/clear",
    "worker-render/scheduler",
  ],

  "web/docs-content": [],
  "web/ui": [],
  "web/words": [],
  "web/feedback": ["web/ui"],
  "web/client": ["contract/*"],
  "web/session": ["contract/*", "web/client", "web/feedback"],
  "web/queries": ["contract/*", "web/client", "web/ui"],
  "web/snippets": ["web/client", "web/ui"],
  "web/widget-host": ["contract/*", "web/ui"],
  "web/job-result": ["contract/*", "web/client", "web/ui", "web/words"],
  "web/job-list": [...SCREEN, "web/job-result"],
  "web/account": SCREEN,
  "web/billing": SCREEN,
  "web/pages/admin": SCREEN,
  "web/pages/auth": SCREEN,
  "web/pages/dashboard": [...SCREEN, "web/account", "web/billing", "web/job-list", "web/job-result"],
  "web/pages/docs": [...SCREEN, "web/docs-content", "web/job-result", "web/snippets"],
  "web/pages/info": SCREEN,
  "web/pages/embed": [...SCREEN, "web/widget-host"],
  "web/pages/jobs": [...SCREEN, "web/job-list", "web/job-result", "web/snippets"],
  "web/pages/landing": [
    ...SCREEN,
    "web/billing",
    "web/job-result",
    "web/pages/auth",
    "web/snippets",
    "web/widget-host",
  ],
  "web/pages/plans": [...SCREEN, "web/billing"],
  "web/pages/settings": [...SCREEN, "web/billing", "web/pages/auth"],
  "web/pages/widget": [...SCREEN, "web/account", "web/billing", "web/widget-host"],
  "web/app": [...SCREEN, "web/billing", "web/pages/*"],
  web: ["web/app", "web/session"],
  "web/public": [],

  widget: ["contract/*"],
  "docs/widget": ["contract/widget", "widget"],

  "platen.config.ts": [],
  tools: ["contract/*", "platen.config.ts", "store/secrets"],
  // Makes the list of the fonts into a file that the Worker loads.
  "tools/fonts": ["store", "tools", "worker-render/fonts"],
  "tools/deploy": ["contract", "tools", "tools/fonts"],
  "tools/metrics": ["metrics", "tools"],
  "integrations/wordpress": ["contract/widget", "tools"],
  "integrations/wordpress/platen": [],
  // Makes the lists of the Worker into files that it loads.
  "tools/filters": ["contract/job", "tools", "worker-render/clear"],
  "tools/rooms": ["tools"],
  // Reads the API's routes by their path, at the build.
  "tools/site": ["contract/*", "tools", "web/docs-content"],
  "tools/words": ["tools"],

  "vite.config.ts": ["tools", "tools/site"],
  "drizzle.config.ts": [],
  "knip.config.ts": [],
  "dev/browser": ["tools"],
  "dev/process": ["contract", "tools"],
  // Runs in workerd. The local service loads it around the built Workers.
  "dev/like-cloudflare/workers": [],
  "dev/like-cloudflare": ["dev/like-cloudflare/workers", "dev/process"],
  // Makes local accounts with the store's own rows and keys.
  "dev/data": ["contract", "dev/process", "store", "store/keys", "store/secrets", "tools", "tools/fonts"],
  // Tests deploy to it.
  "dev/cloudflare": ["tools", "tools/deploy", "tools/fonts"],
  "dev/stripe": ["tools"],
  // For the deployed service and for the local one.
  backup: ["dev/data", "dev/process", "store/archive", "store/jobs", "tools", "tools/deploy"],
  "dev/access": [],
  "dev/turnstile": [],
  dev: [
    "contract/*",
    "dev/browser",
    "dev/data",
    "dev/like-cloudflare",
    "dev/process",
    "dev/stripe",
    "tools",
    "vite.config.ts",
  ],
  "vitest.config.ts": ["dev/access", "dev/browser", "dev/stripe", "dev/turnstile", "tools", "tools/site"],

  "trials/fidelity": LOCAL,
  "trials/options": ["contract/job"],
  "trials/fuzz": [...LOCAL, "store/secrets", "trials/options"],
  "trials/smoke": LOCAL,
  "trials/soak/scene": LOCAL,
  "trials/soak/faults": ["trials/soak/scene"],
  "trials/soak": [...LOCAL, "store/jobs", "trials/options", "trials/soak/faults", "trials/soak/scene"],

  "bench/pages": ["tools"],
  "bench/simulate": [],
  // Both use the same PDF reader.
  bench: [...LOCAL, "bench/pages", "bench/simulate", "trials/fidelity"],
  "bench/peers": ["bench"],
  "bench/floor": ["contract/job"],
  // A separate Worker around parts of the renderer.
  "bench/guarded": [...CAPTURE, "worker-render/job"],

  // The API's tests run it with the scheduler in one Worker.
  "tests/stage": [...LOCAL, "trials/soak/scene", "worker-api", "worker-render/scheduler"],
  "tests/guard": [...LOCAL, "tests/stage"],
  // The JPEG joiner is checked with the real browser's pictures.
  "tests/render": [...LOCAL, "tests/stage", "worker-render/screenshot/join"],
  "tests/render/options": [...LOCAL, "tests/render", "tests/stage"],
  "tests/web": [...LOCAL, "store/secrets", "tests/stage"],
  // The site check is a call of the dashboard.
  "tests/widget": [...LOCAL, "tests/stage", "tests/web"],
  "tests/nightly": [
    ...LOCAL,
    "pdf",
    "tests/guard",
    "tests/render",
    "tests/stage",
    "tests/web",
    "tests/widget",
    "tools/deploy",
    "trials/fuzz",
    "trials/smoke",
    "trials/soak/faults",
    "trials/soak/scene",
  ],
  tests: [...LOCAL, "tests/guard", "tests/stage", "trials/fuzz", "trials/soak/scene"],
};

export const WALLS: Walls = {
  rooms: ROOMS,
  // The production tools are tested with the local Stripe and Cloudflare, a backup with rows of the schema.
  tests: {
    tools: ["dev/cloudflare", "dev/stripe"],
    backup: ["dev/cloudflare", "store", "store/secrets"],
  },
  withoutNode: ["contract", "web", "widget"],
};
