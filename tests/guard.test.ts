/** The guard end to end: the whole service, configured as deployed, in an isolated network with an attacker. */
import { writeSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { shellRunsHere } from "../dev/browser/shell.ts";
import {
  BY_NAME,
  BY_RESERVED_NAME,
  DOCUMENT_ATTACKS,
  HIDDEN_ATTACKS,
  PAGES,
  REDIRECTS,
  RESOURCE_ATTACKS,
  SECURE_ATTACKS,
  SPECULATION_ATTACKS,
} from "./guard/attacks.ts";
import { namespacesWork, RUN_TIMEOUT_MS, runService } from "./guard/namespace.ts";
import {
  ATTACKER,
  ATTACKER_TLS,
  CANARIES,
  type CanaryName,
  FRAMED_AGAIN,
  HALF,
  HALF_STYLED,
  REBINDING,
  SECURE_ATTACKER,
} from "./guard/network.ts";
import type { Report } from "./guard/report.ts";
import { CACHED } from "./guard/state-pages.ts";
import { CLICKED, FEW_WINDOWS, GIVEN } from "./guard/windows.ts";

const STANDARD_ERROR = 2;
const inNamespace = namespacesWork();
const blocked = { status: "failed", result: null, error: { code: "target_blocked" } };

if (!inNamespace) {
  // Past vitest, which shows no output of tests that pass.
  writeSync(
    STANDARD_ERROR,
    `
NOT CHECKED ON THIS MACHINE: ${Object.keys(PAGES).length} attacks of pages on the guard (tests/guard/attacks.ts).
They need a network namespace: Linux, and the right to run "unshare --user --net".
Checked instead: a target by a private name, and one by a name that rebinds.

`,
  );
}

/** Needs Linux and the right to make user namespaces. */
describe.runIf(inNamespace)("in a network with an attacker", () => {
  let report: Report;
  beforeAll(async () => {
    report = await runService("attacks");
  }, RUN_TIMEOUT_MS);

  function jobOf(canary: CanaryName, name: string, origin = ATTACKER) {
    const job = report.jobs[`${origin}/${canary}/${encodeURIComponent(name)}`];
    if (!job) throw new Error(`${name} was not tried on ${canary}`);
    return job;
  }

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

  test.each(Object.keys(RESOURCE_ATTACKS))(
    "%s of 127.0.0.1 is left out, and the job has a warning",
    (name) => {
      const job = jobOf("v4", name);
      expect(job).toMatchObject({ status: "completed" });
      expect(job.warnings).toContainEqual({
        code: "blocked_request",
        message: expect.stringContaining("private or reserved network"),
        url: `${CANARIES.v4}/v4/${encodeURIComponent(name)}`,
      });
    },
  );

  test("a frame with its own process does not delay its page: the end of its requests is noticed", () => {
    const again = FRAMED_AGAIN.flatMap((url) => report.jobs[url] ?? []);
    const trials = [jobOf("v4", "a frame of another site"), ...again];
    const completed = trials.filter(({ status }) => status === "completed");
    // A request whose end is not noticed delays the page for three seconds.
    expect(Math.min(...completed.map(({ timings }) => timings.data ?? 0))).toBeLessThan(3_000);
  });

  test.runIf(!process.env.CHROME_PATH && shellRunsHere())(
    "a frame with its own process, which the headless shell cannot print, is reported as left out",
    () => {
      expect(jobOf("v4", "a frame of another site").warnings).toContainEqual(
        expect.objectContaining({
          code: "frame_left_out",
          url: expect.stringContaining("http://other.example.org/"),
        }),
      );
    },
  );

  test.each(Object.keys(SPECULATION_ATTACKS))("%s reaches nothing, and the job completes", (name) => {
    expect(jobOf("v4", name)).toMatchObject({ status: "completed" });
  });

  test.each(Object.keys(HIDDEN_ATTACKS))("%s reaches nothing, and the job completes", (name) => {
    expect(jobOf("port", name)).toMatchObject({ status: "completed" });
  });

  test.each(Object.keys(SECURE_ATTACKS))("%s of a secure page reaches nothing", (name) => {
    expect(jobOf("port", name, SECURE_ATTACKER)).toMatchObject({ status: "completed" });
  });

  test("the secure pages are secure", () => {
    expect(report.visits).toContain("/ran/secure");
  });

  test("half of a page over HTTP/2, which Chromium takes for a whole one, fails the job, and half of a style sheet is named", () => {
    expect(report.jobs[HALF]).toMatchObject({ status: "failed", error: { code: "connection_failed" } });
    expect(report.jobs[HALF_STYLED]).toMatchObject({
      status: "completed",
      warnings: [{ code: "resource_failed", url: `${HALF}style` }],
    });
  });

  test.each([...FEW_WINDOWS, CLICKED, GIVEN])("%s are tried", (name) => {
    expect(report.visits).toContain(`/ran/port/${encodeURIComponent(name)}`);
  });

  test("a forbidden port of a public server, which only the guard refuses, gets no request and no UDP packet", () => {
    expect(report.portRequests).toEqual([]);
  });

  test("a certificate that names 127.0.0.1 for its issuer fails the job, and Chromium does not connect there", () => {
    expect(report.jobs[ATTACKER_TLS]).toMatchObject({
      status: "failed",
      result: null,
      error: { code: "tls_failed" },
    });
    expect(report.connectionsByAddress).toBe(0);
  });

  test("the canary gets no connection by address, and no request by name", () => {
    expect(report.connectionsByAddress).toBe(0);
    expect(report.canaryRequests).toEqual([]);
  });

  test.each(BY_RESERVED_NAME)("%s of a name for a reserved address does not fail the job", (name) => {
    expect(jobOf("reserved", name)).toMatchObject({ status: "completed" });
  });

  test("a pop-up sends no request, not even to the site of its opener", () => {
    const { status, warnings } = report.jobs[`${ATTACKER}/state/open`] ?? {};
    expect(status).toBe("completed");
    expect(warnings).toContainEqual({ code: "blocked_request", message: "The page tried to open a window." });
    expect(report.visits).toContain("/state/open");
    expect(report.visits).not.toContain("/state/opened");
  });

  test("a screenshot fires no resize event, in which the page could send a request", () => {
    const { status, warnings } = report.jobs[`${ATTACKER}/state/grows`] ?? {};
    expect(status).toBe("completed");
    expect(warnings).toEqual([]);
  });

  test("a name that rebinds between the look-up and the connection fails the job, and nothing is stored", () => {
    expect(report.jobs[`${REBINDING}/page`]).toMatchObject(blocked);
  });

  test("a PDF that would be passed through, but redirects to a name that rebinds, fails the job too", () => {
    expect(report.jobs[`${ATTACKER}/pdf-at-first`]).toMatchObject(blocked);
  });

  test("only completed jobs have a stored result", () => {
    const completed = Object.values(report.jobs).filter(({ status }) => status === "completed");
    expect(report.storedObjects).toBe(completed.length);
    expect(completed.every(({ result }) => result !== null)).toBe(true);
  });

  test("a job finds no cookie, storage, database or cache of an earlier job in the same browser", () => {
    expect(report.visits).toContain("/state/left?database");
    const found = report.visits.find((path) => path.startsWith("/state/found?")) ?? "";
    expect(JSON.parse(decodeURIComponent(found.split("?")[1] ?? ""))).toEqual([null, null]);
    expect(report.visits.filter((path) => path === CACHED)).toHaveLength(2);
  });

  test("two jobs at the same time in one browser share no cookie, storage or broadcast channel", () => {
    const called = report.visits.filter((path) => path.startsWith("/state/called?"));
    expect(called).toEqual(["/state/called?%5B%5D", "/state/called?%5B%5D"]);
    expect(report.visits).not.toContain("/state/heard");
  });
});

describe.runIf(!inNamespace)("without a network of its own", () => {
  let report: Report;
  beforeAll(async () => {
    report = await runService("names");
  }, RUN_TIMEOUT_MS);

  test("a target whose name resolves to loopback fails the job, and the canary gets no connection", () => {
    expect(report.jobs[`${CANARIES.name}/direct`]).toMatchObject(blocked);
    expect(report.canaryRequests).toEqual([]);
  });

  test("a name that rebinds between the look-up and the connection fails the job, and nothing is stored", () => {
    expect(report.jobs[`${REBINDING}/page`]).toMatchObject(blocked);
    expect(report.storedObjects).toBe(0);
  });
});
