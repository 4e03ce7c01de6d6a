import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { PLANS, TIERS, type Tier } from "#contract/plans.ts";
import { type Grant, JobQueue } from "./queue.ts";

const FAR = Date.now() + 3_600_000;

/** Runs the story with a new queue, on the SQLite of a new Durable Object. */
function withQueue<T>(story: (queue: JobQueue, sql: SqlStorage) => T): Promise<T> {
  const stub = env.SCHEDULER.get(env.SCHEDULER.newUniqueId());
  return runInDurableObject(stub, (_, { storage }) => story(new JobQueue(storage.sql), storage.sql));
}

/** Adds `count` jobs of the tier, each of another account unless `account` is given. */
function backlog(queue: JobQueue, tier: Tier, count: number, account?: string): void {
  queue.enqueue(
    Array.from({ length: count }, (_, index) => ({
      jobId: `${tier}-${account ?? ""}-${index}`,
      accountId: account ?? `${tier}-${index}`,
      tier,
    })),
  );
}

function take(queue: JobQueue): Grant | null {
  return queue.grant("browser-0", FAR);
}

/** Grants `count` slots one after the other, and frees each before the next. */
function drain(queue: JobQueue, count: number): Grant[] {
  return Array.from({ length: count }, () => {
    const grant = take(queue);
    if (!grant) throw new Error("no job waits");
    queue.finish(grant);
    return grant;
  });
}

function share(grants: Grant[], tier: Tier): number {
  return grants.filter((grant) => grant.tier === tier).length;
}

test("while all tiers wait, they share the slots by the priorities of their plans", async () => {
  const grants = await withQueue((queue) => {
    for (const tier of TIERS) backlog(queue, tier, 200);
    return drain(queue, 160);
  });
  const sum = TIERS.reduce((total, tier) => total + PLANS[tier].queuePriority, 0);
  for (const tier of TIERS) {
    const fair = (160 * PLANS[tier].queuePriority) / sum;
    expect(share(grants, tier)).toBeGreaterThanOrEqual(fair * 0.9);
    expect(share(grants, tier)).toBeLessThanOrEqual(fair * 1.1);
  }
});

test("a lone free job starts at once", async () => {
  const grant = await withQueue((queue) => {
    backlog(queue, "free", 1);
    return take(queue);
  });
  expect(grant?.tier).toBe("free");
});

test("a pro job behind a hundred free ones is next", async () => {
  const next = await withQueue((queue) => {
    backlog(queue, "free", 100);
    drain(queue, 4);
    backlog(queue, "pro", 1);
    return take(queue);
  });
  expect(next?.tier).toBe("pro");
});

test("a tier that was idle has saved up no slots", async () => {
  const grants = await withQueue((queue) => {
    backlog(queue, "pro", 300);
    drain(queue, 200);
    backlog(queue, "free", 100);
    return drain(queue, 22);
  });
  expect(share(grants, "free")).toBe(2);
});

test.each(TIERS)("an account of tier %s never has more jobs rendering than its plan allows", async (tier) => {
  const limit = PLANS[tier].concurrentJobs;
  const [granted, afterOne] = await withQueue((queue) => {
    backlog(queue, tier, 20, "busy");
    const grants: Grant[] = [];
    for (let grant = take(queue); grant; grant = take(queue)) grants.push(grant);
    const [first] = grants;
    if (first) queue.finish(first);
    return [grants.length, [take(queue), take(queue)].filter(Boolean).length];
  });
  expect([granted, afterOne]).toEqual([limit, 1]);
});

test("an account at its limit does not block other accounts of its tier", async () => {
  const accounts = await withQueue((queue) => {
    backlog(queue, "free", 1000, "flood");
    backlog(queue, "free", 2);
    return [take(queue), take(queue), take(queue), take(queue)].map((grant) => grant?.accountId);
  });
  expect(accounts).toEqual(["flood", "free-0", "free-1", undefined]);
});

test("accounts of a tier take turns, and each account's jobs run in their order", async () => {
  const ids = await withQueue((queue) => {
    backlog(queue, "pro", 3, "a");
    backlog(queue, "pro", 3, "b");
    return drain(queue, 6).map((grant) => grant.jobId);
  });
  expect(ids).toEqual(["pro-a-0", "pro-b-0", "pro-a-1", "pro-b-1", "pro-a-2", "pro-b-2"]);
});

test("a job that is enqueued again keeps its place and runs once", async () => {
  const ids = await withQueue((queue) => {
    for (let time = 0; time < 3; time++) backlog(queue, "pro", 3, "a");
    const first = take(queue);
    backlog(queue, "pro", 3, "a");
    return [first, take(queue), take(queue), take(queue)].map((grant) => grant?.jobId);
  });
  expect(ids).toEqual(["pro-a-0", "pro-a-1", "pro-a-2", undefined]);
});

test("a dropped job gets no slot, whether it was waiting or resting", async () => {
  const rest = await withQueue((queue) => {
    backlog(queue, "pro", 2, "a");
    const grant = take(queue);
    if (grant) queue.retry(grant, 5);
    queue.drop("pro-a-0");
    queue.drop("pro-a-1");
    queue.wake(10);
    return [take(queue), queue.counts()];
  });
  expect(rest).toEqual([null, { waiting: 0, running: 0 }]);
});

test("a job waits again after its rest, ahead of jobs that came later", async () => {
  const ids = await withQueue((queue) => {
    backlog(queue, "starter", 2, "a");
    const grant = take(queue);
    if (grant) queue.retry(grant, 1000);
    queue.wake(999);
    const meanwhile = queue.counts();
    queue.wake(1000);
    return [meanwhile.waiting, take(queue)?.jobId, take(queue)?.jobId];
  });
  expect(ids).toEqual([2, "starter-a-0", "starter-a-1"]);
});

test("the late result of an earlier grant changes nothing", async () => {
  const [late, running] = await withQueue((queue) => {
    backlog(queue, "free", 1);
    const lost = take(queue);
    if (!lost) throw new Error("no job waits");
    queue.putBack(lost);
    take(queue);
    return [queue.finish(lost), queue.counts().running];
  });
  expect([late, running]).toEqual([false, 1]);
});

test("with 100,000 waiting jobs of one account, the next grant reads at most two rows", async () => {
  const read = await withQueue((queue, sql) => {
    backlog(queue, "free", 1, "flood");
    sql.exec(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000)
        insert into waiting select 'bulk-' || i, 'flood', 'free', 1000000 + i, 0, 0, 0 from n`,
    );
    sql.exec("update lines set jobs = jobs + 100000");
    take(queue);
    backlog(queue, "pro", 1);
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

test("a queue that is opened again continues where it was", async () => {
  const [before, after] = await withQueue((queue, sql) => {
    backlog(queue, "pro", 2, "one");
    const first = take(queue);
    const reopened = new JobQueue(sql);
    reopened.enqueue([
      { jobId: "two-0", accountId: "two", tier: "pro" },
      { jobId: "one-later", accountId: "one", tier: "pro" },
    ]);
    return [first, [take(reopened), take(reopened), take(reopened)]];
  });
  expect(before?.jobId).toBe("pro-one-0");
  expect(after.map((grant) => grant?.jobId)).toEqual(["pro-one-1", "two-0", "one-later"]);
  const ids = [before, ...after].map((grant) => grant?.grantId ?? 0);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
});
