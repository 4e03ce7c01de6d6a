import { expect, test } from "vitest";
import { RecentRenderings } from "./renderer-health.ts";

const NOW = 1_000_000_000;

function healthOf(...faults: (string | null)[]) {
  const recent = new RecentRenderings();
  for (const [index, fault] of faults.entries()) recent.note(fault, NOW + index);
  return recent.health(NOW + faults.length);
}

const good = (count: number) => Array.from({ length: count }, () => null);

test("without renderings the health is unknown", () => {
  expect(healthOf()).toBeNull();
});

test("with a single fault among many renderings the renderer is ok", () => {
  expect(healthOf("silent", ...good(20))).toEqual({ state: "ok", reason: null });
});

test("with many faults among good renderings the renderer is degraded, with the latest reason", () => {
  expect(healthOf("silent", null, "disconnected", ...good(3))).toEqual({
    state: "degraded",
    reason: "disconnected",
  });
});

test("the renderer is down after only faults, and after three faults in a row", () => {
  expect(healthOf("silent")).toEqual({ state: "down", reason: "silent" });
  expect(healthOf(...good(50), "silent", "silent", "No room.")).toEqual({
    state: "down",
    reason: "No room.",
  });
});

test("a fault that is older than five minutes no longer counts", () => {
  const recent = new RecentRenderings();
  recent.note("silent", NOW);
  recent.note(null, NOW + 299_999);
  expect(recent.health(NOW + 300_001)).toEqual({ state: "ok", reason: null });
  expect(recent.health(NOW + 700_000)).toBeNull();
});
