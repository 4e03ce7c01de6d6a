import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { z } from "zod";
import { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { ProfileResponse } from "#contract/account/profile.ts";
import { Message, Session } from "#contract/account/sign-in.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { createJob, finishedJob, resultBytes } from "../dev/job-client.ts";
import { placesOf } from "./stage/kept-data.ts";
import { baseUrl, logged, pages } from "./stage/service.ts";

interface Sending {
  body?: unknown;
  token?: string;
  key?: string;
}

function send(method: string, path: string, { body, token, key }: Sending = {}): Promise<Response> {
  const headers = new Headers();
  if (body !== undefined) headers.set("content-type", "application/json");
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (key !== undefined) headers.set("x-api-key", key);
  return fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

async function read<Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  path: string,
  options?: Sending,
): Promise<z.output<Schema>> {
  const response = await send(method, path, options);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return schema.parse(JSON.parse(text));
}

function tokenMailedTo(email: string, page: string): Promise<string> {
  return logged(new RegExp(`Mail to ${email}: .*${baseUrl}/auth/${page}#token=(\\w+)`)).then(
    ([, token]) => token ?? "",
  );
}

test("an account can register, verify its address, convert, rotate its key and be deleted without a trace", async () => {
  const email = `${randomBytes(8).toString("hex")}@example.com`;
  const password = "correct horse battery";

  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  await logged(new RegExp(`Mail to ${email}: No account uses this email address`));
  const { message } = await read(Message, "POST", "/auth/register", { body: { email, password } });
  expect(message).toBe(SENTENCES.registered);
  const { token } = await read(Session, "POST", "/auth/login", { body: { email, password } });
  expect((await send("GET", "/user/api-key", { token })).status).toBe(403);

  const mailed = await tokenMailedTo(email, "verify");
  await read(Message, "POST", "/auth/verify", { body: { token: mailed } });
  const first = (await read(ApiKeyResponse, "GET", "/user/api-key", { token })).api_key.key;

  const account = { baseUrl, apiKey: first };
  const { jobId } = await createJob(account, { url: `${pages}/article.html` });
  const job = await finishedJob(account, jobId);
  expect(job.error).toBeNull();
  expect((await resultBytes(job)).subarray(0, 5).toString()).toBe("%PDF-");
  const { profile } = await read(ProfileResponse, "GET", "/user/profile", { token });
  expect(profile.credits_used).toBe(1);

  const second = (await read(ApiKeyResponse, "POST", "/user/api-key/rotate", { token })).api_key.key;
  expect((await send("GET", `/jobs/${jobId}`, { key: first })).status).toBe(401);
  expect((await send("GET", `/jobs/${jobId}`, { key: second })).status).toBe(200);

  await read(Message, "POST", "/auth/magic-link", { body: { email } });
  const body = { token: await tokenMailedTo(email, "magic") };
  const other = await read(Session, "POST", "/auth/magic-link/consume", { body });
  expect(placesOf(profile.id)).not.toEqual([]);
  expect(placesOf(email)).not.toEqual([]);

  expect((await send("DELETE", "/user/account", { token })).status).toBe(204);
  const refused = await Promise.all([
    send("GET", "/user/profile", { token }),
    send("GET", "/user/profile", { token: other.token }),
    send("GET", `/jobs/${jobId}`, { key: second }),
    send("POST", "/auth/login", { body: { email, password } }),
  ]);
  expect(refused.map((response) => response.status)).toEqual([401, 401, 401, 401]);
  expect((await fetch(job.result?.type === "url" ? (job.result.url ?? "") : "")).status).not.toBe(200);

  await logged(new RegExp(`Mail to ${email}: Your account was deleted`));
  await expect.poll(() => placesOf(email)).toEqual([]);
  expect(placesOf(profile.id)).toEqual([]);
  expect(placesOf(jobId)).toEqual([]);
});
