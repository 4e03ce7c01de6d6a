/** Windows of every kind of document, in the isolated network of the guard's other tests. */
import { beforeAll, describe, expect, test } from "vitest";
import { namespacesWork, RUN_TIMEOUT_MS, runService } from "../guard/namespace.ts";
import type { Report } from "../guard/report.ts";
import { WINDOW_ATTACKS } from "../guard/windows.ts";

/** The guard may end the job of a blob document before its script runs. */
const TRIED = Object.keys(WINDOW_ATTACKS).filter((name) => !name.includes("blob"));

describe.runIf(namespacesWork())("in a network with an attacker", () => {
  let report: Report;
  beforeAll(async () => {
    report = await runService("windows");
  }, RUN_TIMEOUT_MS);

  test.each(TRIED)("%s are tried", (name) => {
    expect(report.visits).toContain(`/ran/port/${encodeURIComponent(name)}`);
  });

  test("no window sends a request to a forbidden port of a public server", () => {
    expect(report.portRequests).toEqual([]);
  });
});
