/** A service with two databases and two render Workers, for tests. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { z } from "zod";
import { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { Session } from "#contract/account/sign-in.ts";
import type { JobMessage } from "#contract/job/scheduling.ts";
import { chooseShard, findInAll } from "#store/accounts/addresses.ts";
import { accounts } from "#store/schema.ts";
import { shardOfToken } from "#store/secrets/tokens.ts";
import { openDbs } from "#store/shards.ts";
import { withTwoDatabases } from "#store/test-second-database.ts";
import { app } from "./app.ts";
import { deliver } from "./mail/deliver.ts";
import { newClientAddress, ORIGIN } from "./test-caller.ts";
import { newEmail, PASSWORD } from "./test-session.ts";

export const ADMIN_SECRET = "operator ".repeat(8);

export const SHARDS = [0, 1] as const;

/** Mails so far, by recipient: subject and token of the link. */
const sent: { to: string; subject: string; token: string }[] = [];

/** Jobs by render Worker. */
export const queued: JobMessage[][] = [[], []];

const queueOf = (renderer: number) => ({
  send: async (job: JobMessage) => void queued[renderer]?.push(job),
  sendBatch: async (batch: { body: JobMessage }[]) =>
    void queued[renderer]?.push(...batch.map((one) => one.body)),
});

export const two: Env = withTwoDatabases(env, {
  ADMIN_SECRET,
  JOBS: queueOf(0),
  JOBS_1: queueOf(1),
  SCHEDULER_1: env.SCHEDULER,
  // Delivers at once.
  MAILS: { send: ({ mailId }: { mailId: string }) => deliver(two, mailId, Date.now()) },
  EMAIL: {
    send: async ({ to, subject, text }: { to: string; subject: string; text: string }) => {
      sent.push({ to, subject, token: /#token=(\w+)/.exec(text)?.[1] ?? "" });
    },
  },
});

export const dbs = openDbs(two);

interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  bindings?: Env;
}

export async function send(
  method: string,
  path: string,
  { body, headers = {}, bindings = two }: Options = {},
) {
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: { "cf-connecting-ip": newClientAddress(), "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const response = await app.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return response;
}

export async function read<Schema extends z.ZodType>(
  schema: Schema,
  response: Response,
): Promise<z.output<Schema>> {
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return schema.parse(JSON.parse(text));
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A new address whose account is made in the database. */
export function emailFor(shard: number): string {
  for (;;) {
    const email = newEmail();
    if (chooseShard(email, [], 2) === shard) return email;
  }
}

export function mailedToken(to: string, subject: string): string {
  return sent.findLast((mail) => mail.to === to && mail.subject.startsWith(subject))?.token ?? "";
}

export const register = (email: string, bindings = two) =>
  send("POST", "/auth/register", { body: { email, password: PASSWORD }, bindings });

/** Number of accounts with the address, in both databases. */
export async function accountsOf(email: string): Promise<number> {
  const found = await Promise.all(
    dbs.map((db) => db.select().from(accounts).where(eq(accounts.email, email))),
  );
  return found.flat().length;
}

/** An account that was made through the API, with its session and key. */
export async function member(shard: number) {
  const email = emailFor(shard);
  expect((await register(email)).status).toBe(200);
  const token = mailedToken(email, "Verify your email");
  expect(shardOfToken(token)).toBe(shard);
  expect((await send("POST", "/auth/verify", { body: { token } })).status).toBe(200);
  const login = await send("POST", "/auth/login", { body: { email, password: PASSWORD } });
  const session = bearer((await read(Session, login)).token);
  const { api_key } = await read(ApiKeyResponse, await send("GET", "/user/api-key", { headers: session }));
  const accountId = (await findInAll(dbs, email))?.account.id ?? "";
  return { email, session, accountId, key: { "x-api-key": api_key.key } };
}
