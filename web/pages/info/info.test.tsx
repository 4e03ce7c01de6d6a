import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { HealthHistory } from "#contract/health.ts";
import { LIMITS } from "#contract/limits.ts";
import changelog from "../../../CHANGELOG.md?raw";
import { releasesOf } from "./changes.ts";
import { Status } from "./status.tsx";
import { lastDays, uptimeOf } from "./uptime.ts";

const PARTS = { database: "ok", results: "ok", renderer: "down", filterLists: "degraded" } as const;
const DAY = { part: "renderer", degraded: 0, down: 0 } as const;
const HISTORY: HealthHistory = {
  now: { status: "down", parts: PARTS, reason: "no browser" },
  days: [
    { ...DAY, date: "2026-11-20", ok: 288 },
    { ...DAY, date: "2026-11-22", ok: 286, degraded: 1, down: 1 },
  ],
};

afterEach(() => vi.unstubAllGlobals());

test("each day has its worst outcome, and days without checks do not count", () => {
  const days = lastDays(HISTORY, "renderer", Date.parse("2026-11-22T23:00:00Z"));
  expect(days).toHaveLength(LIMITS.healthDays);
  expect(days.slice(-3).map(({ outcome }) => outcome)).toEqual(["ok", "none", "down"]);
  expect(uptimeOf(days)).toBeCloseTo((1 + 287 / 288) / 2, 6);
  expect(uptimeOf(lastDays(HISTORY, "database", Date.now()))).toBeNull();
});

test("the status page names the state of each part", async () => {
  vi.stubGlobal("fetch", async () => Response.json(HISTORY));
  render(<Status />);
  expect(await screen.findByText("Does not work")).toBeTruthy();
  expect(screen.getAllByText("Works")).toHaveLength(2);
  expect(screen.getByText("Works in part")).toBeTruthy();
});

test("the changelog's file has releases with changes", () => {
  const releases = releasesOf(changelog);
  expect(releases.length).toBeGreaterThan(0);
  for (const { title, changes } of releases) {
    expect(title).not.toBe("");
    expect(changes.length).toBeGreaterThan(0);
  }
});
