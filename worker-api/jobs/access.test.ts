import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HIDDEN } from "#contract/job/secrets.ts";
import { ErrorBody, JobCreated, JobView } from "#contract/job/view.ts";
import { cancel, claim, complete, fail, release } from "#store/jobs/jobs.ts";
import { jobs } from "#store/schema.ts";
import { unseal } from "#store/secrets/sealing.ts";
import { db, newCaller } from "../test-caller.ts";

const SECRET = "password-4711";
const BODY = {
  url: "https://www.iana.org/",
  options: { headers: { "X-Token": SECRET }, basicAuth: { username: "ada", password: SECRET } },
};
const LEASE_MS = 60_000;

async function rowOf(id: string) {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  if (!row) throw new Error("The job has no row.");
  return row;
}

test("the secrets of a job are sealed until it ends, and are never shown", async () => {
  const caller = await newCaller({ tier: "pro" });
  const create = async () => {
    const response = await caller.call("POST", "/jobs", { body: BODY });
    return JobCreated.parse(await response.json()).jobId;
  };
  const [completed, failed, canceled] = [await create(), await create(), await create()];
  const row = await rowOf(completed);
  expect(JSON.stringify(row)).not.toContain(SECRET);
  expect(JSON.parse(await unseal(row.secrets ?? "", row.id, env.JOB_SEALING_KEY))).toEqual(BODY.options);
  const response = await caller.call("GET", `/jobs/${completed}`);
  const { options } = JobView.parse(await response.json());
  expect(options).toMatchObject({ headers: { "X-Token": HIDDEN }, basicAuth: { password: HIDDEN } });

  const fault = { code: "service_unavailable", message: "m", stage: "storing" } as const;
  const first = await claim(db, completed, Date.now(), LEASE_MS);
  if (first) await release(db, first, fault);
  expect((await rowOf(completed)).secrets).toBe(row.secrets);
  const second = await claim(db, completed, Date.now(), LEASE_MS);
  const result = { type: "pdf", bytes: 5, pages: 1, truncated: false, filename: "a.pdf" } as const;
  const ended = second && (await complete(db, second, Date.now(), result, [], {}));
  expect(ended?.secrets).toBeNull();
  await fail(db, { id: failed }, Date.now(), fault);
  await cancel(db, { accountId: caller.accountId }, canceled, Date.now());
  for (const id of [completed, failed, canceled]) expect((await rowOf(id)).secrets).toBeNull();
});

test("the same idempotency key with another secret is a conflict", async () => {
  const caller = await newCaller({ tier: "pro" });
  const send = (token: string) =>
    caller.call("POST", "/jobs", {
      body: { ...BODY, options: { headers: { "X-Token": token } } },
      headers: { "idempotency-key": "one" },
    });
  expect((await send(SECRET)).status).toBe(202);
  expect((await send(SECRET)).headers.get("idempotency-replayed")).toBe("true");
  expect(ErrorBody.parse(await (await send("another")).json()).code).toBe("idempotency_conflict");
});
