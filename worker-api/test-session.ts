/** Sign-in for tests: requests as our own pages send them, and the mails that they cause. */
import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, vi } from "vitest";
import type { z } from "zod";
import { Message, Session } from "#contract/account/sign-in.ts";
import { ErrorBody } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { insertSession, newSession } from "#store/accounts/sign-in-sessions.ts";
import { mails } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { addAccount } from "#store/test-account.ts";
import { call as callApi, db } from "./test-caller.ts";

export const PASSWORD = "correct horse battery";

interface CallOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** An email address of its own for each test, so that tests do not share limits. */
export function newEmail(): string {
  return `${newId("acc").toLowerCase()}@example.com`;
}

/** Sends a request. Each one comes from its own client address. */
export function call(
  method: string,
  path: string,
  { body, token, headers = {} }: CallOptions = {},
): Promise<Response> {
  return callApi(method, path, {
    body,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
}

/** Sends a request, expects success and parses the response. */
export async function read<Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  path: string,
  options?: CallOptions,
): Promise<z.output<Schema>> {
  const response = await call(method, path, options);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return schema.parse(JSON.parse(text));
}

/** Sends a request, expects an error and parses its body. */
export async function refusal(
  method: string,
  path: string,
  options?: CallOptions,
): Promise<{ status: number; body: ErrorBody; headers: Headers }> {
  const response = await call(method, path, options);
  const body = ErrorBody.parse(await response.json());
  return { status: response.status, body, headers: response.headers };
}

/** Stops the clock, by default now, for the rest of the test, because a new UTC day would start a new count. */
export function stopClock(now = Date.now()): number {
  vi.setSystemTime(now);
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return now;
}

const MAILS: string[] = [];

/** Records what is logged: locally, mails are written to the log. Each test file has its own console. */
export function watchMails(): void {
  vi.spyOn(console, "log").mockImplementation((line) => {
    MAILS.push(String(line));
  });
}

/** Subjects and links of the mails to an address so far, oldest first. */
export function sentTo(email: string): string[] {
  const start = `Mail to ${email}: `;
  return MAILS.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
}

/** Makes the mails to an address older than the pause after which a request sends another one. */
export async function passMailPause(email: string): Promise<void> {
  const pauseMs = LIMITS.linkMailPauseMinutes * 60_000;
  await db
    .update(mails)
    .set({ createdAt: sql`created_at - ${pauseMs}` })
    .where(eq(mails.recipient, email));
}

/** Waits until the queue has sent a mail with this subject and returns its link. */
export async function mailedLink(email: string, subject: string): Promise<URL> {
  const mail = await vi.waitFor(() => {
    const found = sentTo(email).findLast((text) => text.startsWith(subject));
    if (found === undefined) throw new Error(`No mail “${subject}” to ${email}.`);
    return found;
  }, 30_000);
  return new URL(mail.slice(subject.length).trim());
}

export function tokenOf(link: URL): string {
  return new URLSearchParams(link.hash.slice(1)).get("token") ?? "";
}

/** A registered account with an unconfirmed address, signed in with its password. */
export async function registered(email = newEmail()): Promise<{ email: string; token: string }> {
  await read(Message, "POST", "/auth/register", { body: { email, password: PASSWORD } });
  const { token } = await read(Session, "POST", "/auth/login", { body: { email, password: PASSWORD } });
  return { email, token };
}

/** A registered account with a confirmed address, signed in with its password. */
export async function verified(email = newEmail()): Promise<{ email: string; token: string }> {
  const session = await registered(email);
  const link = await mailedLink(email, "Verify your email");
  await read(Message, "POST", "/auth/verify", { body: { token: tokenOf(link) } });
  return session;
}

/** A signed-in account, written directly to the database. Its address is confirmed unless `fields` say otherwise. */
export async function signedIn(
  fields: Parameters<typeof addAccount>[2] = {},
): Promise<{ accountId: string; email: string; token: string }> {
  const email = newEmail();
  const accountId = await addAccount(db, Date.now(), { email, ...fields });
  return { accountId, email, token: await sessionOf(accountId) };
}

/** The token of a new session of the account. */
export async function sessionOf(accountId: string): Promise<string> {
  const now = Date.now();
  const session = await newSession("test", now);
  await insertSession(db, session, accountId, now);
  return session.token;
}
