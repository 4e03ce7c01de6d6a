/** The floor under admission and status: the same storage work with nothing around it. */
import { Hono } from "hono";

interface FloorEnv {
  Bindings: { DB: D1Database; JOBS: Queue };
}

const app = new Hono<FloorEnv>();

app.post("/setup", async (c) => {
  await c.env.DB.batch([
    c.env.DB.prepare(
      "create table if not exists jobs (id text primary key, account text, body text, created integer)",
    ),
    c.env.DB.prepare(
      "create table if not exists accounts (id text primary key, used integer, credits integer)",
    ),
    c.env.DB.prepare("insert or ignore into accounts values ('a', 0, 1000000000)"),
    c.env.DB.prepare("insert or ignore into jobs values ('known', 'a', '{}', 0)"),
  ]);
  return c.json({ ok: true });
});

app.post("/bare", async (c) => c.json({ got: Object.keys(await c.req.json()).length }));

app.post("/batch", async (c) => {
  const body = await c.req.text();
  const id = crypto.randomUUID();
  await c.env.DB.batch([
    c.env.DB.prepare(
      "insert into jobs select ?, id, ?, ? from accounts where id = 'a' and used < credits returning id",
    ).bind(id, body, Date.now()),
    c.env.DB.prepare(
      "update accounts set used = used + 1 where id = 'a' and exists (select 1 from jobs where id = ?)",
    ).bind(id),
  ]);
  await c.env.JOBS.send({ id });
  return c.json({ id }, 202);
});

app.get("/read", async (c) =>
  c.json(await c.env.DB.prepare("select * from jobs where id = 'known'").first()),
);

export default app;
