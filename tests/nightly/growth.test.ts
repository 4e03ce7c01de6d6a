/** Two databases and two render Workers, set as an operator sets them: all that an account does works in each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { ProfileResponse } from "#contract/account/profile.ts";
import { Session } from "#contract/account/sign-in.ts";
import { rendererOf } from "#contract/job/scheduling.ts";
import { JobCreated, JobView } from "#contract/job/view.ts";
import { createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";
import { ROOT } from "../../tools/paths.ts";
import { npmRun } from "../stage/command.ts";
import { OwnService, startGatedPage } from "../stage/own-service.ts";
import { pages } from "../stage/service.ts";

const SIZE = { PLATEN_DATABASES: "2", PLATEN_RENDER_WORKERS: "2" };
const PASSWORD = "correct horse battery";
const service = await OwnService.start("growth", "start", SIZE);
afterAll(() => service.killAll());

interface Sending {
  body?: unknown;
  headers?: Record<string, string>;
}

function send(method: string, path: string, { body, headers = {} }: Sending = {}): Promise<Response> {
  return fetch(`${service.api}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

async function read<Schema extends z.ZodType>(schema: Schema, response: Promise<Response>) {
  const text = await (await response).text();
  expect((await response).ok, text).toBe(true);
  return schema.parse(JSON.parse(text));
}

const session = async (email: string) => {
  const { token } = await read(Session, send("POST", "/auth/login", { body: { email, password: PASSWORD } }));
  return { authorization: `Bearer ${token}` };
};
const profileOf = async (headers: Record<string, string>) =>
  (await read(ProfileResponse, send("GET", "/user/profile", { headers }))).profile;

/** An account that has registered with four requests at the same time, and verified its address. */
async function newMember() {
  const email = `${crypto.randomUUID()}@example.com`;
  const body = { email, password: PASSWORD };
  const registered = await Promise.all([1, 2, 3, 4].map(() => send("POST", "/auth/register", { body })));
  expect(registered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const link = new RegExp(`Mail to ${email}: Verify your email .*#token=(\\w+)`);
  await vi.waitFor(() => expect(service.log).toMatch(link), { timeout: 30_000 });
  const token = link.exec(service.log)?.[1];
  expect((await send("POST", "/auth/verify", { body: { token } })).status).toBe(200);
  const headers = await session(email);
  const { id } = await profileOf(headers);
  const { api_key } = await read(ApiKeyResponse, send("GET", "/user/api-key", { headers }));
  const account = { baseUrl: service.baseUrl, apiKey: api_key.key };
  // The id of an account in a further database has one more character.
  return { email, headers, account, database: id.length - "acc_".length - 22, renderer: rendererOf(id, 2) };
}

/** Members in each database and at each render Worker. */
async function membersOfAll() {
  const members: Awaited<ReturnType<typeof newMember>>[] = [];
  const isComplete = () =>
    [0, 1].every((one) => members.some((m) => m.database === one) && members.some((m) => m.renderer === one));
  do members.push(await newMember());
  while (!isComplete());
  return members;
}

const Overview = z.object({
  queue: z.object({
    slots: z.number(),
    browsers: z.array(z.object({ name: z.string(), running: z.number() })),
  }),
});

/** The operator's overview. */
async function overview() {
  const { ADMIN_SECRET: secret } = parseEnv(readFileSync(join(ROOT, ".dev.vars"), "utf8"));
  const origin = service.baseUrl;
  const signedIn = await send("POST", "/admin/session", { body: { secret }, headers: { origin } });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  return async () =>
    (await read(Overview, send("GET", "/admin/overview", { headers: { cookie, origin } }))).queue;
}

const members = await membersOfAll();
const ofDatabase = (database: number) => {
  const member = members.find((one) => one.database === database);
  if (!member) throw new Error(`No account is in database ${database}.`);
  return member;
};

test("each render Worker renders the jobs of its accounts", async () => {
  const gate = await startGatedPage();
  const readQueue = await overview();
  expect((await readQueue()).slots).toBe(8);
  const jobs = await Promise.all(
    [0, 1].map(async (renderer) => {
      const member = members.find((one) => one.renderer === renderer);
      if (!member) throw new Error("unreachable");
      return { member, ...(await createJob(member.account, { url: gate.url })) };
    }),
  );
  // As at Cloudflare, a Worker has several browsers.
  const workers = async () =>
    (await readQueue()).browsers
      .filter(({ running }) => running === 1)
      .map(({ name }) => name.split(" ")[0])
      .sort();
  await expect.poll(workers).toEqual(["render-0", "render-1"]);
  gate.open();
  for (const { member, jobId } of jobs)
    expect(await finishedJob(member.account, jobId)).toMatchObject({ status: "completed" });
  gate.close();
});

test.each([0, 1])(
  "an account of database %i waits for a job, downloads its file and buys a plan",
  async (database) => {
    const { account, headers } = ofDatabase(database);
    const waited = send("POST", "/jobs", {
      headers: { "x-api-key": account.apiKey, prefer: "wait=60" },
      body: { url: `${pages}/article.html` },
    });
    const job = await read(JobView, waited);
    expect(job.status).toBe("completed");
    expect((await resultBytes(job)).subarray(0, 5).toString()).toBe("%PDF-");

    const { url } = await read(
      z.object({ url: z.string() }),
      send("POST", "/user/checkout", { headers, body: { tier: "starter" } }),
    );
    const payment = new URLSearchParams({ action: "pay", card: "works" });
    await fetch(url, { method: "POST", body: payment, redirect: "manual" });
    await expect.poll(async () => (await profileOf(headers)).tier).toBe("starter");
  },
);

test("a button of an account in the second database works", async () => {
  const { stdout } = await npmRun("accounts", ["--database", "1"], { ...SIZE, PLATEN_DIR: service.folder });
  const { publicKey } = z.object({ publicKey: z.string() }).parse(JSON.parse(stdout));
  const origin = "http://localhost:1234";
  const made = send("POST", `/widget/${publicKey}/jobs`, {
    headers: { origin },
    body: { url: `${pages}/article.html` },
  });
  const { jobId, token } = await read(JobCreated, made);
  const headers = { origin, authorization: `Bearer ${token}` };
  await expect
    .poll(async () => (await read(JobView, send("GET", `/widget/jobs/${jobId}`, { headers }))).status)
    .toBe("completed");
});

test("accounts of both databases are exported, backed up, restored and deleted", async () => {
  for (const database of [0, 1]) {
    const { headers } = ofDatabase(database);
    const { accounts } = await read(
      z.object({ accounts: z.array(z.object({ id: z.string() })) }),
      send("GET", "/user/export", { headers }),
    );
    expect(accounts).toHaveLength(1);
  }
  const gone = ofDatabase(1);
  expect((await send("DELETE", "/user/account", { headers: gone.headers })).status).toBe(204);
  expect((await send("GET", "/jobs", { headers: { "x-api-key": gone.account.apiKey } })).status).toBe(401);
  await service.killAll();

  const folder = join(service.folder, "backup");
  const saved = await npmRun("backup", ["--local", folder], { PLATEN_DIR: service.folder });
  expect(saved.stdout).toMatch(/Database 0:(?:.|\n)*Database 1:/);
  const restored = join(service.folder, "restored");
  const { stdout, stderr } = await npmRun("restore", ["--local", folder], { PLATEN_DIR: restored });
  expect(stdout, stderr).toMatch(/Database 0:(?:.|\n)*Database 1:/);
});
