import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { ALERT_TIMES } from "#contract/alerts.ts";
import { readAlerts } from "#store/alerts/alerts.ts";
import { claim, fail } from "#store/jobs/jobs.ts";
import { accounts, alerts, mails, stripeEvents } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { addAccount, addJob } from "#store/test-account.ts";
import { deliver } from "../mail/deliver.ts";
import { sweep } from "../sweep/index.ts";
import { db } from "../test-caller.ts";
import { checkCredits } from "./check-credits.ts";
import { noteHealth, watch } from "./watch.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEBHOOK_URL = "https://hooks.example.com/services/T0/secret-path";
const PARTS = { database: "ok", results: "ok", renderer: "ok", filterLists: "ok" } as const;
const DOWN = { ...PARTS, renderer: "down" } as const;

/** A service with an address of its own for alerts, and no alert so far. */
async function operated(webhook?: string) {
  await db.delete(alerts);
  const email = `${newId("acc").toLowerCase()}@example.com`;
  const queued: string[] = [];
  const MAILS = {
    send: async ({ mailId }: { mailId: string }) => {
      queued.push(mailId);
    },
  };
  const alerting: typeof env & { ALERT_WEBHOOK_URL?: string } = Object.create(env, {
    ALERT_EMAIL: { value: email },
    ALERT_WEBHOOK_URL: { value: webhook },
    MAILS: { value: MAILS },
    EMAIL: { value: { send: async () => ({ messageId: "m" }) } },
  });
  return { env: alerting, email, queued };
}

const Posted = z.object({
  text: z.string(),
  kind: z.string(),
  state: z.string(),
  value: z.number(),
  since: z.number(),
  service: z.string(),
});

/** Responds to each request with the next of `statuses`, then with 200, and records the bodies. */
function webhook(...statuses: (number | Error)[]) {
  const bodies: z.infer<typeof Posted>[] = [];
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    const status = statuses.shift() ?? 200;
    if (status instanceof Error) throw status;
    if (status === 200) bodies.push(Posted.parse(JSON.parse(String(init?.body))));
    return new Response(null, { status });
  });
  onTestFinished(() => spy.mockRestore());
  return bodies;
}

async function begun(): Promise<string[]> {
  return (await readAlerts(db)).filter(({ beganAt }) => beganAt !== null).map(({ kind }) => kind);
}

/** Messages about the renderer so far. A mail that nothing delivers has an alert of its own after ten minutes. */
async function aboutRenderer(email: string): Promise<number> {
  const rows = await db.select().from(mails).where(eq(mails.recipient, email));
  return rows.filter(({ dedupeKey }) => dedupeKey?.includes("renderer_down")).length;
}

test("an alert is sent when it begins, again after some hours, and when it has ended", async () => {
  const service = await operated();
  const start = Date.now();
  const repeat = ALERT_TIMES.repeatHours * 60;
  const sent: number[] = [];
  for (const [minute, parts] of [
    [0, DOWN],
    [5, DOWN],
    [repeat - 1, DOWN],
    [repeat, DOWN],
    [repeat + 5, PARTS],
    [repeat + 10, PARTS],
    [repeat + 15, PARTS],
  ] as const) {
    await noteHealth(service.env, db, parts, start + minute * MINUTE_MS);
    await watch(service.env, db, 0, start + minute * MINUTE_MS);
    sent.push(await aboutRenderer(service.email));
  }
  expect(sent).toEqual([1, 1, 1, 2, 2, 3, 3]);
});

test("two runs of the sweep at the same time send one message", async () => {
  const service = await operated(WEBHOOK_URL);
  const now = Date.now();
  await noteHealth(service.env, db, DOWN, now);
  await Promise.all([0, 0, 1, 2].map((later) => watch(service.env, db, 0, now + later)));
  expect(service.queued).toHaveLength(2);
  const rows = await db.select().from(mails).where(eq(mails.template, "alert"));
  expect(
    rows
      .filter(({ id }) => service.queued.includes(id))
      .map(({ recipient }) => recipient)
      .sort(),
  ).toEqual([service.email, "alert-webhook"].sort());
});

test("a value that comes and goes sends no message with each change", async () => {
  const service = await operated();
  const start = Date.now();
  for (let minute = 0; minute < 8; minute++) {
    const now = start + minute * MINUTE_MS;
    await noteHealth(service.env, db, minute % 2 ? PARTS : DOWN, now);
    await watch(service.env, db, 0, now);
  }
  expect(await aboutRenderer(service.email)).toBe(1);
});

test("the webhook gets text for Slack and fields, is tried again, and its address stays out of the log", async () => {
  const service = await operated(WEBHOOK_URL);
  const bodies = webhook(500, new TypeError(`Invalid URL: ${WEBHOOK_URL}`));
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => errors.mockRestore());
  let now = Date.now();
  await noteHealth(service.env, db, DOWN, now);
  await watch(service.env, db, 0, now);
  for (const id of service.queued) {
    for (let wait = await deliver(service.env, id, now); wait !== null; ) {
      now += wait * 1_000;
      wait = await deliver(service.env, id, now);
    }
  }
  expect(bodies).toEqual([
    expect.objectContaining({ kind: "renderer_down", state: "began", value: 1, service: env.PUBLIC_ORIGIN }),
  ]);
  expect(bodies[0]?.text).toContain("Alert: No page can be rendered");
  expect(bodies[0]?.text).toContain("docs/operations.md#renderer_down");
  expect(errors.mock.calls.flat().join("\n")).toContain("returned 500");
  expect(errors.mock.calls.flat().join("\n")).not.toContain("secret-path");
});

test("jobs that fail by our fault, a job that waits, mails and events that stay, and tasks that fail begin alerts", async () => {
  const service = await operated();
  const now = Date.now();
  const past = now - 11 * MINUTE_MS;
  const accountId = await addAccount(db, now, { tier: "pro" });
  for (let index = 0; index < 3; index++) {
    const job = await claim(db, await addJob(db, accountId, past), now, MINUTE_MS);
    if (!job) throw new Error("not pending");
    await fail(db, job, now, { code: "service_unavailable", message: "m", stage: "capturing" });
  }
  await addJob(db, accountId, past);
  await db.insert(mails).values({
    id: newId("mail"),
    recipient: "a@example.com",
    template: "verify",
    payload: "p",
    createdAt: past,
    nextAttemptAt: now + HOUR_MS,
  });
  await db.insert(stripeEvents).values({ id: newId("act"), type: "t", createdAt: past, receivedAt: past });
  // The first values: nothing has lasted so far.
  await watch(service.env, db, 1, now);
  expect((await begun()).sort()).toEqual(["stripe_events", "unsent_mails"]);
  for (let minute = 1; minute < 6; minute++) await watch(service.env, db, 1, now + minute * MINUTE_MS);
  expect((await begun()).sort()).toEqual([
    "oldest_job",
    "our_failures",
    "stripe_events",
    "sweep_failing",
    "unsent_mails",
  ]);
  await watch(service.env, db, 0, now + 30 * MINUTE_MS);
  expect(await begun()).toContain("sweep_late");
});

test("an address that refuses mail is no alert, and neither is a single failed job", async () => {
  const service = await operated();
  await db.delete(mails);
  const now = Date.now() + 2 * HOUR_MS;
  const accountId = await addAccount(db, now);
  const job = await claim(db, await addJob(db, accountId, now), now, MINUTE_MS);
  if (!job) throw new Error("not pending");
  await fail(db, job, now, { code: "service_unavailable", message: "m", stage: "capturing" });
  await db.insert(mails).values({
    id: newId("mail"),
    recipient: "a@example.com",
    template: "verify",
    payload: "",
    createdAt: now - HOUR_MS,
    failedReason: "E_RECIPIENT_SUPPRESSED",
  });
  await watch(service.env, db, 0, now);
  const values = new Map((await readAlerts(db)).map(({ kind, value }) => [kind, value]));
  expect([values.get("unsent_mails"), values.get("our_failures")]).toEqual([0, 0]);
});

test("credits that differ from the ledger are found, and the alert ends after a whole walk without one", async () => {
  const service = await operated();
  const now = Date.now();
  const accountId = await addAccount(db, now);
  const walk = async (at: number) => {
    for (let round = 0; round < 50; round++) await checkCredits(service.env, db, at, 5);
    return (await readAlerts(db)).find(({ kind }) => kind === "credits_differ")?.value;
  };
  await db.update(accounts).set({ creditsUsed: 3 }).where(eq(accounts.id, accountId));
  await walk(now);
  await watch(service.env, db, 0, now);
  expect(await begun()).toContain("credits_differ");
  await db.update(accounts).set({ creditsUsed: 0 }).where(eq(accounts.id, accountId));
  expect(await walk(now + 1)).toBe(0);
});

test("without a destination, nothing is measured and nothing is sent", async () => {
  await db.delete(alerts);
  const [before] = await db.select({ count: sql<number>`count(*)` }).from(mails);
  await sweep(env, Date.UTC(2026, 0, 1), []);
  expect(await readAlerts(db)).toEqual([]);
  const [after] = await db.select({ count: sql<number>`count(*)` }).from(mails);
  expect(after).toEqual(before);
});
