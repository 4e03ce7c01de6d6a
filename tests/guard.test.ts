/** The guard end to end: the whole service, as it is deployed, in a network of its own with an attacker in it. */
import { beforeAll, describe, expect, test } from "vitest";
import { shellRunsHere } from "../dev/browser/shell.ts";
import { BY_NAME, DOCUMENT_ATTACKS, HIDDEN_ATTACKS, REDIRECTS, RESOURCE_ATTACKS } from "./guard/attacks.ts";
import { namespacesWork, runIsolated } from "./guard/namespace.ts";
import { ATTACKER, CANARIES, type CanaryName, FRAMED_AGAIN, REBINDING } from "./guard/network.ts";
import type { Report } from "./guard/report.ts";
import { CACHED } from "./guard/state-pages.ts";

const LAB_MS = 300_000;

/** Needs Linux and leave to make a user namespace; elsewhere the unit tests beside the guard must do. */
describe.runIf(namespacesWork())("in a network with an attacker", () => {
  let report: Report;
  beforeAll(async () => {
    report = await runIsolated();
  }, LAB_MS);

  function jobOf(canary: CanaryName, name: string) {
    const job = report.jobs[`${ATTACKER}/${canary}/${encodeURIComponent(name)}`];
    if (!job) throw new Error(`${name} was not tried on ${canary}`);
    return job;
  }

  const blocked = { status: "failed", result: null, error: { code: "target_blocked" } };
  const documents = Object.keys(DOCUMENT_ATTACKS);

  test.each(documents)("%s to 127.0.0.1 fails the job, and nothing is stored", (name) => {
    expect(jobOf("v4", name)).toMatchObject(blocked);
  });

  test.each(REDIRECTS)("%s to [::1] fails the job, and nothing is stored", (name) => {
    expect(jobOf("v6", name)).toMatchObject(blocked);
  });

  test.each(BY_NAME.filter((name) => documents.includes(name)))(
    "%s to a name that resolves to loopback fails the job, and nothing is stored",
    (name) => {
      expect(jobOf("name", name)).toMatchObject(blocked);
    },
  );

  test("a target whose name resolves to loopback fails the job, and nothing is stored", () => {
    expect(report.jobs[`${CANARIES.name}/direct`]).toMatchObject(blocked);
  });

  test.each(Object.keys(RESOURCE_ATTACKS))("%s of 127.0.0.1 is left out, and the job says so", (name) => {
    const job = jobOf("v4", name);
    expect(job).toMatchObject({ status: "completed" });
    expect(job.warnings).toContainEqual({
      code: "blocked_request",
      message: expect.stringContaining("private or reserved network"),
      url: `${CANARIES.v4}/v4/${encodeURIComponent(name)}`,
    });
  });

  test("a frame in a process of its own does not keep its page: its requests are seen to end", () => {
    const again = FRAMED_AGAIN.flatMap((url) => report.jobs[url] ?? []);
    const trials = [jobOf("v4", "a frame of another site"), ...again];
    const completed = trials.filter(({ status }) => status === "completed");
    // A request whose end nobody saw would be given up after these three seconds.
    expect(Math.min(...completed.map(({ timings }) => timings.data ?? 0))).toBeLessThan(3_000);
  });

  test.runIf(!process.env.CHROME_PATH && shellRunsHere())(
    "a frame in a process of its own, which the headless shell cannot print, is said to be left out",
    () => {
      expect(jobOf("v4", "a frame of another site").warnings).toContainEqual(
        expect.objectContaining({
          code: "frame_left_out",
          url: expect.stringContaining("http://other.example.org/"),
        }),
      );
    },
  );

  test.each(Object.keys(HIDDEN_ATTACKS))("the job goes on without %s", (name) => {
    expect(jobOf("v4", name)).toMatchObject({ status: "completed" });
  });

  test("the canary saw no connection by address, and no request by name", () => {
    expect(report.connectionsByAddress).toBe(0);
    expect(report.canaryRequests).toEqual([]);
  });

  test("a pop-up asks for nothing, not even of its opener's own site", () => {
    const { status, warnings } = report.jobs[`${ATTACKER}/state/open`] ?? {};
    expect(status).toBe("completed");
    expect(warnings).toContainEqual({ code: "blocked_request", message: "The page tried to open a window." });
    expect(report.visits).toContain("/state/open");
    expect(report.visits).not.toContain("/state/opened");
  });

  test("taking a picture gives the page no occasion for a request", () => {
    const { status, warnings } = report.jobs[`${ATTACKER}/state/grows`] ?? {};
    expect(status).toBe("completed");
    expect(warnings).toEqual([]);
  });

  test("a name that rebinds between check and connection gains nothing: the job fails and nothing is stored", () => {
    expect(report.jobs[`${REBINDING}/page`]).toMatchObject(blocked);
  });

  test("a PDF that is passed through as it is, and then rebinds, fails the job too", () => {
    expect(report.jobs[`${ATTACKER}/pdf-at-first`]).toMatchObject(blocked);
  });

  test("only what completed is stored", () => {
    const completed = Object.values(report.jobs).filter(({ status }) => status === "completed");
    expect(report.storedObjects).toBe(completed.length);
    expect(completed.every(({ result }) => result !== null)).toBe(true);
  });

  test("a job finds nothing of the one before it in the same browser: cookie, storage, database, cache", () => {
    expect(report.visits).toContain("/state/left?database");
    const found = report.visits.find((path) => path.startsWith("/state/found?")) ?? "";
    expect(JSON.parse(decodeURIComponent(found.split("?")[1] ?? ""))).toEqual([null, null]);
    expect(report.visits.filter((path) => path === CACHED)).toHaveLength(2);
  });

  test("two jobs side by side in one browser neither see nor hear each other", () => {
    const called = report.visits.filter((path) => path.startsWith("/state/called?"));
    expect(called).toEqual(["/state/called?%5B%5D", "/state/called?%5B%5D"]);
    expect(report.visits).not.toContain("/state/heard");
  });
});
