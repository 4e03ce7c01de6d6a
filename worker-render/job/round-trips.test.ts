import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { JobOptions } from "#contract/job/request.ts";
import { openDb } from "#store/db.ts";
import { addAccount, addJob } from "#store/test-account.ts";
import { countQueries } from "#store/test-queries.ts";
import { acquireBrowser } from "../browser/acquire.ts";
import { distantBinding } from "../browser/test-round-trips.ts";
import { closeBrowser } from "../devtools/devtools.ts";
import { Journal } from "../fault/journal.ts";
import { guardPolicy } from "../guard/policy.ts";
import { Requests } from "../guard/requests.ts";
import { openTab } from "../tab/tab.ts";
import { attempt } from "./attempt.ts";
import { render } from "./render.ts";
import { ResultStorage } from "./result-storage.ts";

/** Navigate, let the guard pass the document, print it, read the file. The page itself reports when it is ready. */
const MAX_TO_BROWSER = 4;
/** The claim and the completion. */
const MAX_TO_D1 = 2;

const DOCUMENT = btoa("<!doctype html><title>Tiny</title><h1>Tiny</h1><p>One page.</p>");

afterEach(() => vi.useRealTimers());

// An overloaded machine can split commands of one moment, which adds rounds. It never hides one.
test("a tiny PDF takes at most four round trips to the browser, one after another", {
  retry: 2,
}, async () => {
  const { limits, count } = distantBinding();
  const { connection } = await acquireBrowser(limits);
  const requests = await Requests.hold(connection, guardPolicy(env));
  const { product } = await connection.send("Browser.getVersion");
  const tab = await openTab({
    connection,
    requests,
    userAgent: "Chrome",
    ended: new Promise<never>(() => {}),
  });
  const tabs = {
    userAgent: "Chrome",
    printsFrames: !product.startsWith("HeadlessChrome/"),
    take: async () => tab,
    ahead() {},
    done() {},
  };
  const task = {
    jobId: "tiny",
    url: "https://tiny.example/",
    document: DOCUMENT,
    options: JobOptions.parse({}),
    tier: "pro",
    mark: null,
    pdfService: env.PDF,
    bucket: env.RESULTS,
  } as const;
  const rounds = await count(async () => {
    const { parts } = await render(tabs, task, new Journal(() => undefined));
    let bytes = 0;
    for await (const part of parts) bytes += part.length;
    expect(bytes).toBeGreaterThan(0);
  });
  await closeBrowser(connection);
  expect(rounds).toBeLessThanOrEqual(MAX_TO_BROWSER);
});

test("an attempt that completes its job takes two round trips to D1", async () => {
  // A slow machine also writes the stage, beside the attempt.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const db = openDb(env.DB);
  const accountId = await addAccount(db, Date.now(), { tier: "pro" });
  const jobId = await addJob(db, accountId, Date.now());
  const queries = countQueries();
  const outcome = await attempt(env, new ResultStorage(env.RESULTS), jobId, 0, {
    produce: async () => ({
      type: "pdf",
      title: "Tiny",
      facts: { pages: 1, truncated: false },
      parts: (async function* () {
        yield new TextEncoder().encode("%PDF-");
      })(),
      done() {},
    }),
    isAlive: async () => true,
  });
  expect(outcome.kind).toBe("completed");
  expect(queries.count).toBeLessThanOrEqual(MAX_TO_D1);
});
