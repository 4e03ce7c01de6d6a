/**
 * Before each test file inside workerd: empties the storage and applies the migrations, because all files of a project
 * share one runtime.
 */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import { secondDatabase } from "./test-second-database.ts";

await reset();
await applyD1Migrations(env.DB, inject("migrations"));
if (secondDatabase) await applyD1Migrations(secondDatabase, inject("migrations"));
