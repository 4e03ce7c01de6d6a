import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HealthHistory } from "#contract/health.ts";
import { LIMITS } from "#contract/limits.ts";
import { openDb } from "#store/db.ts";
import { readHealthDays } from "#store/health-days.ts";
import { sweep } from "../sweep/index.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

test("the sweep counts the state of each part every five minutes, and forgets old days", async () => {
  const db = openDb(env.DB);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const longAgo = today - LIMITS.healthDays * DAY_MS;
  await sweep(env, longAgo);
  expect(await readHealthDays(db, longAgo)).toHaveLength(4);

  for (const minutes of [0, 1, LIMITS.healthCheckMinutes]) await sweep(env, today + minutes * MINUTE_MS);
  const date = new Date(today).toISOString().slice(0, 10);
  // The tests bind no browser, so the renderer is down.
  expect(await readHealthDays(db, today)).toEqual([
    { date, part: "database", ok: 2, degraded: 0, down: 0 },
    { date, part: "filterLists", ok: 2, degraded: 0, down: 0 },
    { date, part: "renderer", ok: 0, degraded: 0, down: 2 },
    { date, part: "results", ok: 2, degraded: 0, down: 0 },
  ]);
  expect((await readHealthDays(db, longAgo)).filter((day) => day.date < date)).toEqual([]);
});

test("the history is public, with the state of now", async () => {
  const response = await exports.default.fetch("https://platen.test/api/v1/health/history");
  expect(response.status).toBe(200);
  // The days may be those that a request of the last minute has read.
  expect(HealthHistory.parse(await response.json()).now.parts.database).toBe("ok");
});
