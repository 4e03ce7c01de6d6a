import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { PLANS } from "#contract/plans.ts";
import { watchPoints } from "#metrics/test-points.ts";
import { readArchive } from "#store/archive/archive-file.ts";
import { archivesOf, planArchive } from "#store/archive/archives.ts";
import { readLinkedJob } from "#store/jobs/jobs.ts";
import { jobArchives, jobs } from "#store/schema.ts";
import { addAccount, addJob, creditsOf } from "#store/test-account.ts";
import { db, newCaller } from "../test-caller.ts";
import { call, signedIn } from "../test-session.ts";
import { finishDeletion } from "../user/deletion.ts";
import { archiveJobs, forgetOldArchives } from "./archive-jobs.ts";

const DAY_MS = 86_400_000;
const MARCH = Date.UTC(2026, 2, 1);
const HISTORY_DAYS = LIMITS.jobHistoryDays + PLANS.pro.retentionHours / 24;
/** When the jobs of March are old enough. */
const LATER = Date.UTC(2026, 3, 1) + HISTORY_DAYS * DAY_MS;

// The sweep takes the oldest jobs of all accounts.
beforeEach(async () => {
  await env.DB.batch([env.DB.prepare("delete from jobs"), env.DB.prepare("delete from job_archives")]);
});

async function addEnded(accountId: string, createdAt: number, fields = {}): Promise<string> {
  const id = await addJob(db, accountId, Date.now(), {
    url: "https://shop.example.com:8443/order?token=hunter2",
  });
  const ended = {
    status: "failed",
    createdAt,
    finishedAt: createdAt + 1_000,
    attempts: 1,
    ...fields,
  } as const;
  await db.update(jobs).set(ended).where(eq(jobs.id, id));
  return id;
}

/** Ids of the account's jobs in the archive, in the order of the files. */
async function archived(accountId: string): Promise<unknown[]> {
  const files = await archivesOf(db, accountId, 100);
  const rows = await Promise.all(files.map((file) => readArchive(env.RESULTS, file)));
  return rows.flat().map(({ id }) => id);
}

async function files(accountId: string): Promise<string[]> {
  const { objects } = await env.RESULTS.list({ prefix: `archive/${accountId}/` });
  return objects.map(({ key }) => key);
}

async function inDatabase(accountId: string): Promise<number> {
  return (await db.select().from(jobs).where(eq(jobs.accountId, accountId))).length;
}

/** A bucket whose method fails, before or after it has worked. */
function breaking(method: "put" | "head" | "delete", when: "before" | "after") {
  const bucket = new Proxy(env.RESULTS, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== method) return value.bind(target);
      return async (...values: unknown[]) => {
        if (when === "after") await value.apply(target, values);
        throw new Error("The Worker has crashed.");
      };
    },
  });
  return { RESULTS: bucket, METRICS: env.METRICS };
}

test("jobs of a month move to one file for each account, when all of the month is old enough", async () => {
  const points = watchPoints(env.METRICS);
  const { accountId, call: callAs } = await newCaller({ tier: "pro" });
  const other = await addAccount(db, Date.now());
  const first = await addEnded(accountId, MARCH);
  const last = await addEnded(accountId, Date.UTC(2026, 3, 1) - 2_000, { source: "widget", keyId: "pub_1" });
  const april = await addEnded(accountId, Date.UTC(2026, 3, 1));
  const others = await addEnded(other, MARCH + DAY_MS);
  const credits = await creditsOf(db, accountId);

  expect(await archiveJobs(env, db, LATER - 1, 10)).toBe(0);
  expect(await archiveJobs(env, db, LATER, 10)).toBe(2);
  expect(await archiveJobs(env, db, LATER, 10)).toBe(0);

  expect(await files(accountId)).toEqual([`archive/${accountId}/2026-03/1.ndjson.gz`]);
  expect(await archived(accountId)).toEqual([first, last]);
  expect(await archived(other)).toEqual([others]);
  expect(await readLinkedJob(db, april)).not.toBeNull();
  expect((await callAs("GET", `/jobs/${first}`)).status).toBe(404);
  expect(await creditsOf(db, accountId)).toEqual(credits);
  expect(points("archive")).toMatchObject([{ jobs: 2 }, { jobs: 1 }]);
});

test("the archive has what the usage history counts, and of the address only the host", async () => {
  const accountId = await addAccount(db, Date.now());
  const id = await addEnded(accountId, MARCH, {
    resultName: "hunter2",
    warnings: '["hunter2"]',
    secrets: "hunter2",
  });
  await addEnded(accountId, MARCH + 1, { url: "", deletedAt: MARCH + 2 });
  await archiveJobs(env, db, LATER, 10);
  const [file] = await archivesOf(db, accountId, 1);
  if (!file) throw new Error("no archive");
  const rows = await readArchive(env.RESULTS, file);
  expect(rows).toMatchObject([
    { id, status: "failed", output_type: "pdf", created_at: MARCH, host: "shop.example.com:8443" },
    { deleted_at: MARCH + 2, host: null },
  ]);
  expect(JSON.stringify(rows)).not.toContain("hunter2");
  expect(JSON.stringify(rows)).not.toContain("order");
});

test.each([
  ["put", "before"],
  ["put", "after"],
  ["head", "before"],
  ["delete", "before"],
] as const)("a crash in %s (%s it works) neither loses nor doubles a job", async (method, when) => {
  const accountId = await addAccount(db, Date.now());
  const ids = [await addEnded(accountId, MARCH), await addEnded(accountId, MARCH + 1)];
  await expect(archiveJobs(breaking(method, when), db, LATER, 10)).rejects.toThrow("crashed");
  expect(await inDatabase(accountId)).toBe(2);
  expect(await archived(accountId)).toEqual([]);
  // A job that is old enough meanwhile, and would be the first of the file, gets a file of its own.
  ids.push(await addEnded(accountId, MARCH - 1));
  await archiveJobs(env, db, LATER, 10);
  expect((await archived(accountId)).toSorted()).toEqual(ids.toSorted());
  expect(await inDatabase(accountId)).toBe(0);
  expect(await files(accountId)).toHaveLength(2);
});

test("a job that its owner deletes while it is archived stays deleted", async () => {
  const accountId = await addAccount(db, Date.now());
  const id = await addEnded(accountId, MARCH);
  const deleting = new Proxy(env.RESULTS, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "head") return value.bind(target);
      return async (key: string) => {
        await db.update(jobs).set({ deletedAt: LATER, url: "" }).where(eq(jobs.id, id));
        return target.head(key);
      };
    },
  });
  await archiveJobs({ RESULTS: deleting, METRICS: env.METRICS }, db, LATER, 1);
  expect(await inDatabase(accountId)).toBe(1);
  await archiveJobs(env, db, LATER, 1);
  const [file] = await archivesOf(db, accountId, 1);
  expect(file && (await readArchive(env.RESULTS, file))).toMatchObject([
    { id, deleted_at: LATER, host: null },
  ]);
});

test("two runs at the same time write the same file", async () => {
  const accountId = await addAccount(db, Date.now());
  const ids = [await addEnded(accountId, MARCH), await addEnded(accountId, MARCH + 1)];
  await Promise.all([archiveJobs(env, db, LATER, 5), archiveJobs(env, db, LATER + 1, 5)]);
  expect(await archived(accountId)).toEqual(ids);
  expect(await files(accountId)).toHaveLength(1);
});

test("the account's export has the archived jobs", async () => {
  const { accountId, token } = await signedIn();
  const id = await addEnded(accountId, MARCH);
  await archiveJobs(env, db, LATER, 10);
  const List = z.array(z.looseObject({}));
  const Exported = z.looseObject({ jobs: List, archived_jobs: List, job_archives: List });
  const exported = Exported.parse(await (await call("GET", "/user/export", { token })).json());
  expect(exported.jobs).toEqual([]);
  expect(exported.archived_jobs).toMatchObject([{ id, host: "shop.example.com:8443" }]);
  expect(exported.job_archives).toMatchObject([{ month: "2026-03", jobs: 1 }]);
});

test("the account's deletion deletes its archive, also one that a crash has left unfinished", async () => {
  const { accountId, token } = await signedIn();
  await addEnded(accountId, MARCH - DAY_MS);
  await archiveJobs(env, db, LATER, 10);
  await addEnded(accountId, MARCH);
  await expect(archiveJobs(breaking("head", "before"), db, LATER, 10)).rejects.toThrow("crashed");
  expect(await files(accountId)).toHaveLength(2);
  expect((await call("DELETE", "/user/account", { token })).status).toBe(204);
  // The unfinished file goes with the next sweep.
  expect(await files(accountId)).toHaveLength(1);
  await archiveJobs(env, db, LATER, 10);
  expect(await files(accountId)).toEqual([]);
  expect(await finishDeletion(env, accountId, LATER)).toBe(true);
  const left = await db.select().from(jobArchives).where(eq(jobArchives.accountId, accountId));
  expect(left).toEqual([]);
});

test("files of months that are no longer kept are deleted", async () => {
  const accountId = await addAccount(db, Date.now());
  await addEnded(accountId, MARCH);
  await archiveJobs(env, db, LATER, 10);
  const keptUntil = Date.UTC(2026, 2 + LIMITS.archiveMonths, 1);
  expect(await forgetOldArchives(env, db, keptUntil - 1, 10)).toBe(0);
  expect(await forgetOldArchives(env, db, keptUntil, 10)).toBe(1);
  expect(await files(accountId)).toEqual([]);
  expect(await archivesOf(db, accountId, 10)).toEqual([]);
});

test("ten thousand jobs move in files of bounded size", { tags: ["nightly"] }, async () => {
  const accountId = await addAccount(db, Date.now());
  const id = await addEnded(accountId, MARCH);
  const columns = Object.values(
    (await env.DB.prepare("select group_concat(name) as names from pragma_table_info('jobs')").first()) ?? {},
  );
  const others = String(columns[0])
    .split(",")
    .filter((name) => name !== "id")
    .join();
  await env.DB.prepare(
    `insert into jobs (id, ${others}) with recursive n(i) as (select 1 union all select i + 1 from n where i < 9999)
      select id || i, ${others} from jobs, n where id = ?`,
  )
    .bind(id)
    .run();
  expect(await archiveJobs(env, db, LATER, 4)).toBe(4);
  expect(await inDatabase(accountId)).toBe(10_000 - 4 * LIMITS.jobsPerArchive);
  expect(await planArchive(db, LATER)).toMatchObject({ part: 5, archivedAt: null });
  expect(await archiveJobs(env, db, LATER, 100)).toBe(6);
  expect(await inDatabase(accountId)).toBe(0);
  const moved = await archived(accountId);
  expect(moved).toHaveLength(10_000);
  expect(new Set(moved).size).toBe(10_000);
});
