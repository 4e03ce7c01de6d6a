/** The operator's calls, for tests. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { ErrorBody } from "#contract/job/view.ts";
import { app } from "../app.ts";
import { newClientAddress, ORIGIN } from "../test-caller.ts";

export const SECRET = "operator-secret-of-more-than-32-characters";

interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  settings?: Record<string, string>;
}

/** Sends a request under /api/v1/admin to a service with the operator's secret. */
export async function operate(method: string, path: string, { body, headers, settings }: Options = {}) {
  const changed = Object.entries({ ADMIN_SECRET: SECRET, ...settings }).map(([name, value]) => [
    name,
    { value },
  ]);
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}/api/v1/admin${path}`, {
    method,
    headers: { "content-type": "application/json", "cf-connecting-ip": newClientAddress(), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await app.fetch(request, Object.create(env, Object.fromEntries(changed)), context);
  await waitOnExecutionContext(context);
  return response;
}

/** The cookie of a new session. */
export async function signIn(settings: Record<string, string> = {}): Promise<{ cookie: string }> {
  const secret = settings.ADMIN_SECRET ?? SECRET;
  const response = await operate("POST", "/session", { body: { secret }, settings });
  expect(response.status).toBe(204);
  return { cookie: response.headers.get("set-cookie")?.split(";", 1).join() ?? "" };
}

export async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${ErrorBody.parse(await response.json()).code}`;
}
