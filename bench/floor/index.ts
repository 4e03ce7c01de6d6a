/** The minimum of admission and status: the same rows in the same tables, without the product's code. */
import { Hono } from "hono";
import { JobOptions } from "#contract/job/request.ts";

interface FloorEnv {
  Bindings: { DB: D1Database; JOBS: Queue };
}

const app = new Hono<FloorEnv>().basePath("/api");

/** As the service stores them, because a row's size is a part of its cost. */
const OPTIONS = JSON.stringify(JobOptions.parse({}));

function insertJob(db: D1Database, id: string): D1PreparedStatement {
  const now = Date.now();
  return db
    .prepare(
      `insert into jobs (id, account_id, source, url, output_type, options, tier, queued_at, created_at, credit_period)
      select ?, id, 'api', 'https://example.com/', 'pdf', ?, tier, ?, ?, period_start from accounts
      where id = 'a' and credits_used < monthly_credits`,
    )
    .bind(id, OPTIONS, now, now);
}

/** Runs the migrations' statements, so that tables and indexes are the product's. */
app.post("/setup", async (c) => {
  const statements: string[] = await c.req.json();
  await c.env.DB.batch(statements.map((statement) => c.env.DB.prepare(statement)));
  await c.env.DB.batch([
    c.env.DB.prepare(
      "insert into accounts (id, email, tier, monthly_credits, period_start, period_end, created_at) values ('a', 'a', 'pro', 1000000000, 0, 9e15, 0)",
    ),
    insertJob(c.env.DB, "known"),
  ]);
  return c.json({ ok: true });
});

app.post("/bare", async (c) => c.json({ got: Object.keys(await c.req.json()).length }));

/** The rows that an admission must write: the job, the credit, the ledger's entry. */
app.post("/batch", async (c) => {
  const { DB, JOBS } = c.env;
  await c.req.json();
  const id = crypto.randomUUID();
  await DB.batch([
    insertJob(DB, id),
    DB.prepare("update accounts set credits_used = credits_used + 1 where id = 'a'"),
    DB.prepare(
      "insert into ledger (account_id, kind, reference, amount, created_at) values ('a', 'debit', ?, 1, ?)",
    ).bind(id, Date.now()),
  ]);
  await JOBS.send({ id });
  return c.json({ id }, 202);
});

app.get("/read", async (c) =>
  c.json(await c.env.DB.prepare("select * from jobs where id = 'known'").first()),
);

export default app;
