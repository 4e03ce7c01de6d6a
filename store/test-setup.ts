/** Before each test file inside workerd: empty storage and the migrations, since a project's files share one runtime. */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";

await reset();
await applyD1Migrations(env.DB, inject("migrations"));
