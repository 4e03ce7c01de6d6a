/**
 * One run through the whole service, with faults on the way. None of its secrets, and nothing personal, may be in the log or
 * in the traces.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { Profile } from "#contract/account/profile.ts";
import { PublicKeyResponse } from "#contract/account/public-keys.ts";
import { Session } from "#contract/account/sign-in.ts";
import { JobCreated, JobList, JobView } from "#contract/job/view.ts";
import { localSecrets } from "../../dev/data/secrets.ts";
import { startCollector } from "../stage/collector.ts";
import { OwnService, startGatedPage } from "../stage/own-service.ts";
import { pages } from "../stage/service.ts";

vi.setConfig({ testTimeout: 300_000 });

const collector = await startCollector();
const service = await OwnService.start("secrets", "start", { OTLP_ENDPOINT: collector.endpoint });
const gate = await startGatedPage();
afterAll(async () => {
  gate.close();
  collector.close();
  await service.killAll();
});

/** Characters of a secret that must not be in the log even without the rest. */
const PREFIX_CHARS = 16;
/** The address of the client, from TEST-NET-3. */
const CLIENT_ADDRESS = "203.0.113.77";
const SITE = "https://shop.example.com";
const Url = z.object({ url: z.string() });
const Running = z.object({ controlUrl: z.string(), token: z.string() });

const secrets = new Map<string, string>();

function keep(name: string, secret: string): string {
  expect(secret, name).not.toBe("");
  secrets.set(name, secret);
  return secret;
}

/** A random secret, as a password or in the address of a page. */
function made(name: string): string {
  return keep(name, randomBytes(16).toString("hex"));
}

async function call<Schema extends z.ZodType>(
  schema: Schema,
  request: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<z.output<Schema>> {
  const [method = "", path = ""] = request.split(" ");
  const response = await fetch(`${service.api}${path}`, {
    method,
    headers: {
      "cf-connecting-ip": CLIENT_ADDRESS,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.headers.get("set-cookie")).toBeNull();
  const text = await response.text();
  const parsed = schema.safeParse(text && JSON.parse(text));
  if (!parsed.success) throw new Error(`${request}: ${response.status} ${text}`);
  return parsed.data;
}

/** The token of the newest mail with this subject. */
function mailed(subject: string): Promise<string> {
  const line = new RegExp(`^Mail to .*: ${subject} .*#token=(\\S+)`, "gm");
  return vi.waitFor(() => keep(`token of “${subject}”`, [...service.log.matchAll(line)].at(-1)?.[1] ?? ""), {
    timeout: 20_000,
  });
}

/** Writes to the service's D1 through its control port. */
async function write(...statements: string[]): Promise<void> {
  const file = readFileSync(join(service.folder, "running.json"), "utf8");
  const { controlUrl, token } = Running.parse(JSON.parse(file));
  const response = await fetch(controlUrl, {
    method: "POST",
    headers: { authorization: `Bearer ${keep("control token", token)}` },
    body: JSON.stringify(statements.map((sql) => ({ sql, params: [] }))),
  });
  expect(response.status).toBe(200);
}

/** Signs up, and uses every mail with a link. Returns the headers of a sign-in session. */
async function signUp() {
  const email = keep("email address", `${randomBytes(8).toString("hex")}@example.com`);
  const password = made("password");
  await call(z.unknown(), "POST /auth/register", {}, { email, password });
  await call(z.unknown(), "POST /auth/verify", {}, { token: await mailed("Verify your email") });
  await call(z.unknown(), "POST /auth/forgot-password", {}, { email });
  const reset = { token: await mailed("Set a new password"), password: made("new password") };
  await call(z.unknown(), "POST /auth/reset-password", {}, reset);
  await call(z.unknown(), "POST /auth/magic-link", {}, { email });
  const body = { token: await mailed("Your sign-in link") };
  const linked = await call(Session, "POST /auth/magic-link/consume", {}, body);
  keep("session of the magic link", linked.token);
  const { token } = await call(Session, "POST /auth/login", {}, { email, password: reset.password });
  return { authorization: `Bearer ${keep("session", token)}` };
}

/** Waits for the job, and opens its result by its link. Returns the job. */
async function finish(name: string, request: string, headers: Record<string, string>): Promise<JobView> {
  const job = await vi.waitFor(
    async () => {
      const read = await call(JobView, request, headers);
      expect(["completed", "failed"]).toContain(read.status);
      return read;
    },
    { timeout: 120_000, interval: 300 },
  );
  if (job.result?.type === "url") await open(name, job.result.url);
  return job;
}

async function open(name: string, link: string | null): Promise<void> {
  const { searchParams } = new URL(link ?? "");
  keep(`link of ${name}`, searchParams.get("token") ?? "");
  expect((await fetch(link ?? "")).status).toBe(200);
}

async function convert(headers: Record<string, string>, name: string, page: string): Promise<JobView> {
  const url = `${page}?access_token=${made(`query of ${name}`)}#${made(`fragment of ${name}`)}`;
  const { jobId } = await call(JobCreated, "POST /jobs", headers, { url });
  return finish(name, `GET /jobs/${jobId}`, headers);
}

async function pressButton(session: Record<string, string>): Promise<void> {
  const domains = { name: "Shop", authorized_domains: ["shop.example.com"], restrict_targets: false };
  const { public_key } = await call(PublicKeyResponse, "POST /public-keys", session, domains);
  const origin = { origin: SITE };
  const body = { url: `${pages}/article.html?secret=${made("query of the button's page")}` };
  const created = await call(JobCreated, `POST /widget/${public_key.key}/jobs`, origin, body);
  const authorization = `Bearer ${keep("job token", created.token ?? "")}`;
  await finish("the button", `GET /widget/jobs/${created.jobId}`, { ...origin, authorization });
}

/** Buys a plan, and makes a call to Stripe fail. */
async function buy(session: Record<string, string>): Promise<void> {
  const { url } = await call(Url, "POST /user/checkout", session, { tier: "starter" });
  const form = new URLSearchParams({ action: "pay", card: "works" });
  await fetch(url, { method: "POST", body: form, redirect: "manual" });
  const tier = async () =>
    (await call(z.object({ profile: Profile }), "GET /user/profile", session)).profile.tier;
  await expect.poll(tier).toBe("starter");
  const fail = JSON.stringify({ match: "billing_portal", times: 3 });
  await fetch(`${new URL(url).origin}/_dev/fail`, { method: "POST", body: fail });
  await call(z.object({ code: z.literal("billing_unavailable") }), "POST /user/billing-portal", session);
  const forged = { "stripe-signature": `t=1,v1=${made("signature of a webhook")}` };
  await call(z.object({ code: z.literal("invalid_signature") }), "POST /stripe/webhook", forged, {});
}

/** Jobs with secrets, one of which fails, and a request with one that is refused. */
async function sendSecrets(headers: Record<string, string>): Promise<void> {
  const options = {
    headers: { "X-Token": made("header of a job") },
    cookies: [{ name: "session", value: made("cookie of a job") }],
    basicAuth: { username: made("user name of a job"), password: made("password of a job") },
    pdfOptions: { password: made("password of a PDF") },
  };
  for (const path of ["article.html", "status/500"]) {
    const body = { url: `${pages}/${path}`, options };
    const { jobId } = await call(JobCreated, "POST /jobs", headers, body);
    const job = await finish(`job of ${path}`, `GET /jobs/${jobId}`, headers);
    const shown = JSON.stringify(job);
    const { basicAuth, pdfOptions } = options;
    const texts = [options.headers, basicAuth, pdfOptions].flatMap((group) => Object.values(group));
    for (const secret of texts) {
      expect(shown).not.toContain(secret);
    }
  }
  const refused = { url: pages, options: { headers: { "X-Token": `${made("refused header of a job")}\n` } } };
  await call(z.object({ code: z.literal("invalid_request") }), "POST /jobs", headers, refused);
  const html = `<p>${made("HTML of a job")}</p>`;
  const { jobId } = await call(JobCreated, "POST /jobs", headers, { html });
  await finish("HTML", `GET /jobs/${jobId}`, headers);
}

/** A job whose browser is killed while its page loads. */
async function loseBrowser(headers: Record<string, string>): Promise<void> {
  const lost = convert(headers, "a page whose browser is lost", gate.url);
  await expect.poll(() => gate.held.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(service.signal("browser", "SIGKILL")).toBeGreaterThan(0);
  await expect.poll(() => service.log, { timeout: 60_000 }).toContain("An attempt met a fault of ours.");
  gate.open();
  const { status, jobId } = await lost;
  expect(status).toBe("completed");
  await expectTree(jobId, "retried", "completed");
}

/** Waits for the spans of the job: one tree, from the request to the phases of each attempt. */
async function expectTree(jobId: string, ...outcomes: string[]): Promise<void> {
  const attempts = () => collector.spansOf(jobId).filter(({ name }) => name === "attempt");
  await expect.poll(() => attempts().length, { timeout: 20_000 }).toBe(outcomes.length);
  const spans = collector.spansOf(jobId);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const [root, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(root?.name).toBe("POST /api/v1/jobs");
  expect(others).toEqual([]);
  const below = (id = "") => spans.filter(({ parentSpanId }) => parentSpanId === id);
  const names = below(root?.spanId).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["admit", "enqueue", "queue", "scheduler wait", "attempt"]));
  const ended = attempts().flatMap(({ attributes }) =>
    attributes.filter(({ key }) => key === "platen.outcome"),
  );
  expect(ended.map(({ value }) => value.stringValue)).toEqual(outcomes);
  const phases = below(attempts().at(-1)?.spanId).map(({ name }) => name);
  expect(phases).toEqual(
    expect.arrayContaining(["browser ready", "claim", "tab", "navigate", "load", "capture", "store"]),
  );
  expect(1 + names.length + attempts().flatMap(({ spanId }) => below(spanId)).length).toBe(spans.length);
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
}

test("a run with faults leaves no secret and nothing personal in the log and the traces", async () => {
  // Turnstile's secret is optional.
  const { TURNSTILE_SECRET_KEY: _, ...local } = localSecrets();
  for (const [name, value] of Object.entries(local)) keep(name, value);
  const session = await signUp();
  const { key: first } = (await call(ApiKeyResponse, "GET /user/api-key", session)).api_key;
  keep("client address", CLIENT_ADDRESS);
  const job = await convert({ "x-api-key": keep("first key", first) }, "a page", `${pages}/article.html`);
  await expectTree(job.jobId, "completed");
  const rotated = await call(ApiKeyResponse, "POST /user/api-key/rotate", session);
  const key = { "x-api-key": keep("second key", rotated.api_key.key) };
  await convert(session, "a page of the dashboard", `${pages}/article.html`);
  await pressButton(session);
  await buy(session);

  expect((await convert(key, "a refused page", "http://127.0.0.1:1023/")).status).toBe("failed");
  expect((await convert(key, "a missing page", `${pages}/status/404`)).status).toBe("failed");
  const blocked = { url: `http://jo:${made("password in an address")}@127.0.0.1/` };
  await call(z.object({ code: z.literal("blocked_target") }), "POST /jobs", key, blocked);
  await sendSecrets(key);
  await loseBrowser(key);

  const { jobs } = await call(JobList, "GET /jobs?limit=1", key);
  await open("the list", jobs[0]?.result?.type === "url" ? jobs[0].result.url : null);
  const internal = z.object({ code: z.literal("internal") });
  for (const table of ["jobs", "api_keys", "sessions"]) {
    await write(`alter table ${table} rename to ${table}_away`);
    await call(internal, "POST /jobs", table === "sessions" ? session : key, { url: `${pages}/?q=1` });
    await write(`alter table ${table}_away rename to ${table}`);
  }

  const lines = service.log.split("\n");
  for (const seen of ['"code":"internal"', '"code":"billing_unavailable"', '"jobId"'])
    expect(
      lines.filter((line) => line.includes(seen)),
      seen,
    ).not.toEqual([]);
  // Only the local service writes these lines: they stand for the mailbox.
  const log = lines.filter((line) => !line.startsWith("Mail to ")).join("\n");
  for (const [place, written] of [
    ["log", log],
    ["traces", collector.received()],
  ] as const) {
    const leaked = [...secrets].filter(([, secret]) =>
      [secret, encodeURIComponent(secret), secret.slice(0, PREFIX_CHARS)].some((text) =>
        written.includes(text),
      ),
    );
    expect(
      leaked.map(([name]) => name),
      place,
    ).toEqual([]);
  }
  expect(secrets.size).toBeGreaterThan(25);
});
