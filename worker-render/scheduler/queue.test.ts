import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { PLANS, TIERS, type Tier } from "#contract/plans.ts";
import { type Grant, Line } from "./queue.ts";

const FAR = Date.now() + 3_600_000;

/** Runs the story on the SQLite of an object of its own. */
function onLine<T>(story: (line: Line, sql: SqlStorage) => T): Promise<T> {
  const stub = env.SCHEDULER.get(env.SCHEDULER.newUniqueId());
  return runInDurableObject(stub, (_, { storage }) => story(new Line(storage.sql), storage.sql));
}

/** `count` jobs of the tier, each of another account unless one is named. */
function backlog(line: Line, tier: Tier, count: number, account?: string): void {
  line.offer(
    Array.from({ length: count }, (_, index) => ({
      jobId: `${tier}-${account ?? ""}-${index}`,
      accountId: account ?? `${tier}-${index}`,
      tier,
    })),
  );
}

function take(line: Line): Grant | null {
  return line.grant("browser-0", FAR);
}

/** Grants `count` slots one after the other, each free again before the next. */
function drain(line: Line, count: number): Grant[] {
  return Array.from({ length: count }, () => {
    const grant = take(line);
    if (!grant) throw new Error("nobody waits");
    line.finish(grant);
    return grant;
  });
}

function share(grants: Grant[], tier: Tier): number {
  return grants.filter((grant) => grant.tier === tier).length;
}

test("with all tiers waiting, slots are shared as the plans' priorities are", async () => {
  const grants = await onLine((line) => {
    for (const tier of TIERS) backlog(line, tier, 200);
    return drain(line, 160);
  });
  const sum = TIERS.reduce((total, tier) => total + PLANS[tier].queuePriority, 0);
  for (const tier of TIERS) {
    const fair = (160 * PLANS[tier].queuePriority) / sum;
    expect(share(grants, tier)).toBeGreaterThanOrEqual(fair * 0.9);
    expect(share(grants, tier)).toBeLessThanOrEqual(fair * 1.1);
  }
});

test("a lone free job starts at once", async () => {
  const grant = await onLine((line) => {
    backlog(line, "free", 1);
    return take(line);
  });
  expect(grant?.tier).toBe("free");
});

test("a pro job behind a hundred free ones is next", async () => {
  const next = await onLine((line) => {
    backlog(line, "free", 100);
    drain(line, 4);
    backlog(line, "pro", 1);
    return take(line);
  });
  expect(next?.tier).toBe("pro");
});

test("a tier that was away has saved up nothing", async () => {
  const grants = await onLine((line) => {
    backlog(line, "pro", 300);
    drain(line, 200);
    backlog(line, "free", 100);
    return drain(line, 22);
  });
  expect(share(grants, "free")).toBe(2);
});

test.each(TIERS)("an account of tier %s never has more jobs rendering than its plan allows", async (tier) => {
  const limit = PLANS[tier].concurrentJobs;
  const [granted, afterOne] = await onLine((line) => {
    backlog(line, tier, 20, "busy");
    const grants: Grant[] = [];
    for (let grant = take(line); grant; grant = take(line)) grants.push(grant);
    const [first] = grants;
    if (first) line.finish(first);
    return [grants.length, [take(line), take(line)].filter(Boolean).length];
  });
  expect([granted, afterOne]).toEqual([limit, 1]);
});

test("an account at its limit does not hold up the others of its tier", async () => {
  const accounts = await onLine((line) => {
    backlog(line, "free", 1000, "flood");
    backlog(line, "free", 2);
    return [take(line), take(line), take(line), take(line)].map((grant) => grant?.accountId);
  });
  expect(accounts).toEqual(["flood", "free-0", "free-1", undefined]);
});

test("accounts of a tier take turns, each in the order of its jobs", async () => {
  const ids = await onLine((line) => {
    backlog(line, "pro", 3, "a");
    backlog(line, "pro", 3, "b");
    return drain(line, 6).map((grant) => grant.jobId);
  });
  expect(ids).toEqual(["pro-a-0", "pro-b-0", "pro-a-1", "pro-b-1", "pro-a-2", "pro-b-2"]);
});

test("a job that is offered again keeps its place and runs once", async () => {
  const ids = await onLine((line) => {
    for (let time = 0; time < 3; time++) backlog(line, "pro", 3, "a");
    const first = take(line);
    backlog(line, "pro", 3, "a");
    return [first, take(line), take(line), take(line)].map((grant) => grant?.jobId);
  });
  expect(ids).toEqual(["pro-a-0", "pro-a-1", "pro-a-2", undefined]);
});

test("a dropped job is not granted, waiting or resting", async () => {
  const rest = await onLine((line) => {
    backlog(line, "pro", 2, "a");
    const grant = take(line);
    if (grant) line.again(grant, 5);
    line.drop("pro-a-0");
    line.drop("pro-a-1");
    line.wake(10);
    return [take(line), line.counts()];
  });
  expect(rest).toEqual([null, { waiting: 0, running: 0 }]);
});

test("a job that rests comes back after its pause, before those that came later", async () => {
  const ids = await onLine((line) => {
    backlog(line, "starter", 2, "a");
    const grant = take(line);
    if (grant) line.again(grant, 1000);
    line.wake(999);
    const meanwhile = line.counts();
    line.wake(1000);
    return [meanwhile.waiting, take(line)?.jobId, take(line)?.jobId];
  });
  expect(ids).toEqual([2, "starter-a-0", "starter-a-1"]);
});

test("what comes back late from a grant that was taken back changes nothing", async () => {
  const [late, running] = await onLine((line) => {
    backlog(line, "free", 1);
    const lost = take(line);
    if (!lost) throw new Error("nobody waits");
    line.putBack(lost);
    take(line);
    return [line.finish(lost), line.counts().running];
  });
  expect([late, running]).toEqual([false, 1]);
});

test("a hundred thousand waiting jobs of one account cost the next grant no more than a few rows", async () => {
  const read = await onLine((line, sql) => {
    backlog(line, "free", 1, "flood");
    sql.exec(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000)
        insert into waiting select 'bulk-' || i, 'flood', 'free', 1000000 + i, 0, 0 from n`,
    );
    sql.exec("update lines set jobs = jobs + 100000");
    take(line);
    backlog(line, "pro", 1);
    const plans = [
      "select * from waiting where tier = 'free' and account_id = 'flood' order by place limit 1",
      "select account_id from lines where tier = 'free' and ready = 1 order by turn limit 1",
    ].map((statement) => {
      const cursor = sql.exec(statement);
      cursor.toArray();
      return cursor.rowsRead;
    });
    return Math.max(...plans);
  });
  expect(read).toBeLessThanOrEqual(2);
});

test("a line that begins anew goes on where it was", async () => {
  const [before, after] = await onLine((line, sql) => {
    backlog(line, "pro", 2, "one");
    const first = take(line);
    const anew = new Line(sql);
    anew.offer([
      { jobId: "two-0", accountId: "two", tier: "pro" },
      { jobId: "one-later", accountId: "one", tier: "pro" },
    ]);
    return [first, [take(anew), take(anew), take(anew)]];
  });
  expect(before?.jobId).toBe("pro-one-0");
  expect(after.map((grant) => grant?.jobId)).toEqual(["pro-one-1", "two-0", "one-later"]);
  const turns = [before, ...after].map((grant) => grant?.turn ?? 0);
  expect(turns).toEqual([...new Set(turns)].toSorted((a, b) => a - b));
});
