/** A site with a button, and its visitors' requests, in tests. */
import { expect } from "vitest";
import type { ErrorCode } from "#contract/errors.ts";
import { ErrorBody, JobCreated } from "#contract/job/view.ts";
import { newPublicKey } from "#store/keys/api-key-format.ts";
import { type accounts, publicKeys } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { type Caller, call, db, newCaller, newClientAddress } from "../test-caller.ts";

export const ORIGIN = "https://shop.example.com";

export interface Site extends Caller {
  id: string;
  publicKey: string;
}

/** An account with a public key. */
export async function newSite(
  key: Partial<typeof publicKeys.$inferInsert> = {},
  account: Partial<typeof accounts.$inferInsert> = {},
): Promise<Site> {
  const caller = await newCaller({ tier: "pro", ...account });
  const id = newId("pub");
  const publicKey = newPublicKey();
  await db.insert(publicKeys).values({
    id,
    accountId: caller.accountId,
    name: "Site",
    key: publicKey,
    authorizedDomains: ["shop.example.com"],
    createdAt: Date.now(),
    ...key,
  });
  return { ...caller, id, publicKey };
}

interface Click {
  origin?: string | null;
  visitor?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function headersOf({ origin = ORIGIN, visitor = newClientAddress(), headers = {} }: Click) {
  return { ...(origin === null ? {} : { origin }), "cf-connecting-ip": visitor, ...headers };
}

export function click(site: Pick<Site, "publicKey">, how: Click = {}): Promise<Response> {
  const { body = { url: `${ORIGIN}/article` } } = how;
  return call("POST", `/widget/${site.publicKey}/jobs`, { body, headers: headersOf(how) });
}

export async function created(site: Site, how: Click = {}): Promise<{ jobId: string; token: string }> {
  const response = await click(site, how);
  const text = await response.text();
  expect(response.status, text).toBe(202);
  const { jobId, token = "" } = JobCreated.parse(JSON.parse(text));
  return { jobId, token };
}

export function watch(jobId: string, token: string, origin: string | null = ORIGIN): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(origin === null ? {} : { origin }) };
  return call("GET", `/widget/jobs/${jobId}`, { headers });
}

export async function expectRefusal(response: Response, code: ErrorCode, readableBy: string | null = ORIGIN) {
  expect(ErrorBody.parse(await response.json()).code).toBe(code);
  expect(response.headers.get("access-control-allow-origin")).toBe(readableBy);
  expect(response.headers.get("vary")).toContain("Origin");
}
