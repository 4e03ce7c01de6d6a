/** What many requests without a right to anything cost: none of these floods reaches D1 for long. */
import { env } from "cloudflare:workers";
import { and, eq, isNull } from "drizzle-orm";
import { SignJWT } from "jose";
import { expect, test, vi } from "vitest";
import { ErrorBody } from "#contract/job/view.ts";
import { newSession } from "#store/accounts/sign-in-sessions.ts";
import { newApiKey, newPublicKey } from "#store/keys/api-key-format.ts";
import { apiKeys } from "#store/schema.ts";
import { newId } from "#store/secrets/ids.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { countQueries } from "#store/test-queries.ts";
import { fileLink } from "../files/link.ts";
import { call, db, newCaller, newClientAddress } from "../test-caller.ts";
import { signedIn } from "../test-session.ts";
import { signJobToken } from "../widget/token.ts";

const ORIGIN = "https://shop.example.com";

async function expectRefusal(response: Response, code: ErrorBody["code"]): Promise<void> {
  expect(ErrorBody.parse(await response.json()).code).toBe(code);
}

/** Counts under `key` until the limit is reached. */
async function useUp(limit: RateLimit, key: string): Promise<void> {
  while ((await limit.limit({ key })).success);
}

/** Expects that a request beyond the limit gets 429 without D1. The limit's minute may turn over in between. */
async function expectLimited(limit: RateLimit, key: string, send: () => Promise<Response>): Promise<void> {
  const queries = countQueries();
  const response = await vi.waitFor(async () => {
    await useUp(limit, key);
    const before = queries.count;
    const limited = await send();
    expect([limited.status, queries.count - before]).toEqual([429, 0]);
    return limited;
  }, 30_000);
  expect(response.headers.get("retry-after")).toBe("60");
  await expectRefusal(response, "rate_limited");
}

async function madeUpKey(): Promise<string> {
  return (await newApiKey(env.SEALING_KEY)).key;
}

async function madeUpToken(): Promise<string> {
  return (await newSession("test", Date.now())).token;
}

const created = { url: "https://example.com/" };
const ofPage = (address: string) => ({ origin: ORIGIN, "cf-connecting-ip": address });

/** Requests with a credential in the right form that does not exist: each call makes up another one. */
const MADE_UP: [string, () => Promise<(address: string) => Promise<Response>>][] = [
  [
    "API key, creating a job",
    async () => {
      const key = await madeUpKey();
      return (address) =>
        call("POST", "/jobs", { body: created, headers: { "x-api-key": key, "cf-connecting-ip": address } });
    },
  ],
  [
    "API key, reading jobs",
    async () => {
      const key = await madeUpKey();
      return (address) =>
        call("GET", "/jobs", { headers: { "x-api-key": key, "cf-connecting-ip": address } });
    },
  ],
  [
    "session token",
    async () => {
      const token = await madeUpToken();
      return (address) =>
        call("GET", "/user/profile", {
          headers: { authorization: `Bearer ${token}`, "cf-connecting-ip": address },
        });
    },
  ],
  [
    "public key, creating a job",
    async () => {
      const key = newPublicKey();
      return (address) => call("POST", `/widget/${key}/jobs`, { body: created, headers: ofPage(address) });
    },
  ],
  [
    "public key, in a preflight",
    async () => {
      const key = newPublicKey();
      return (address) => call("OPTIONS", `/widget/${key}/jobs`, { headers: ofPage(address) });
    },
  ],
];

test.for(MADE_UP)("a made-up %s is refused without D1 the second time", async ([, make]) => {
  const send = await make();
  const first = await send(newClientAddress());
  expect(first.status).toBe(401);
  const queries = countQueries();
  const second = await send(newClientAddress());
  expect(second.status).toBe(401);
  expect(await second.text()).toBe(await first.text());
  expect(queries.count).toBe(0);
});

test.for(MADE_UP)("beyond its limit a client reaches D1 with no other made-up %s", async ([, make]) => {
  const address = newClientAddress();
  await expectLimited(env.UNPROVEN_LIMIT, address, async () => (await make())(address));
  expect((await (await make())(newClientAddress())).status).toBe(401);
});

test("a client may try 300 different tokens a minute", async () => {
  const headers = { "cf-connecting-ip": newClientAddress() };
  const statuses: number[] = [];
  // The minute may turn over once on the way.
  while (!statuses.includes(429) && statuses.length <= 600) {
    const tokens = await Promise.all(Array.from({ length: 50 }, madeUpToken));
    const responses = await Promise.all(
      tokens.map((token) =>
        call("GET", "/user/profile", { headers: { ...headers, authorization: `Bearer ${token}` } }),
      ),
    );
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(300);
});

test("a made-up key asks D1 no more than an unknown job does", async () => {
  const queries = countQueries();
  await call("GET", "/jobs/job_unknown", { headers: { "x-api-key": await madeUpKey() } });
  expect(queries.count).toBe(1);
});

test.each([
  ["x-api-key", "sk_live_x"],
  ["x-api-key", `sk_live_${"a".repeat(71)}`],
  ["authorization", "Bearer short"],
  ["authorization", `Bearer ${"a".repeat(44)}`],
  ["authorization", "Basic dXNlcjpwYXNz"],
])("%s: %s has the wrong form and never reaches D1", async (name, value) => {
  const queries = countQueries();
  expect((await call("GET", "/jobs", { headers: { [name]: value } })).status).toBe(401);
  expect(queries.count).toBe(0);
});

test("a public key of the wrong form never reaches D1", async () => {
  const queries = countQueries();
  for (const key of ["x", "pk_live_", `pk_live_${"a".repeat(33)}`, `pk_live_${"-".repeat(32)}`]) {
    const response = await call("POST", `/widget/${key}/jobs`, {
      body: created,
      headers: { origin: ORIGIN },
    });
    await expectRefusal(response, "public_key_invalid");
  }
  expect(queries.count).toBe(0);
});

test("a job token that we did not sign never reaches D1", async () => {
  const id = newId("job");
  const foreign = await new SignJWT({ origin: ORIGIN })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience("widget-job")
    .setSubject(id)
    .setExpirationTime("1h")
    .sign(new Uint8Array(32));
  const link = new URL(await fileLink(env, id, 60)).searchParams.get("token");
  const queries = countQueries();
  for (const token of [foreign, link, "x", ""]) {
    const headers = { authorization: `Bearer ${token}`, origin: ORIGIN };
    await expectRefusal(await call("GET", `/widget/jobs/${id}`, { headers }), "unauthorized");
  }
  expect(queries.count).toBe(0);
});

test("a client's preflights of jobs are limited", async () => {
  const address = newClientAddress();
  await expectLimited(env.UNPROVEN_LIMIT, address, () =>
    call("OPTIONS", `/widget/jobs/${newId("job")}`, { headers: ofPage(address) }),
  );
});

test("a valid key works from a client whose guesses are stopped, and stops at once when it is revoked", async () => {
  const { key, accountId } = await newCaller();
  const address = newClientAddress();
  const headers = { "x-api-key": key, "cf-connecting-ip": address };
  const status = async () => (await call("GET", "/jobs", { headers })).status;
  expect(await status()).toBe(200);
  await useUp(env.UNPROVEN_LIMIT, address);
  expect(await status()).toBe(200);
  const active = and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
  await db.update(apiKeys).set({ revokedAt: Date.now() }).where(active);
  expect(await status()).toBe(401);
});

test("a session that ends is refused at once, although it was valid a moment ago", async () => {
  const { token } = await signedIn();
  const headers = { authorization: `Bearer ${token}` };
  expect((await call("GET", "/user/profile", { headers })).status).toBe(200);
  await call("POST", "/auth/logout", { headers });
  expect((await call("GET", "/user/profile", { headers })).status).toBe(401);
});

/** Requests of a caller that is known to be valid, until the binding is asked about it. */
const UNCOUNTED = 40;

async function expectCallerLimit(
  caller: string,
  send: () => Promise<Response>,
  known: number,
): Promise<void> {
  expect((await send()).status).toBe(known);
  for (let number = 2; number < UNCOUNTED; number++) await send();
  await expectLimited(env.CALLER_LIMIT, caller, send);
}

test("requests by one API key are limited, and others do not feel it", async () => {
  const { key, call: callAsOwner } = await newCaller();
  const { call: callAsOther } = await newCaller();
  await expectCallerLimit(sha256Hex(key), () => callAsOwner("GET", "/jobs/job_unknown"), 404);
  expect((await callAsOther("GET", "/jobs/job_unknown")).status).toBe(404);
});

test("requests by one session are limited", async () => {
  const { token } = await signedIn();
  const headers = { authorization: `Bearer ${token}` };
  await expectCallerLimit(sha256Hex(token), () => call("GET", "/jobs", { headers }), 200);
});

test("requests by one job token are limited", async () => {
  const id = newId("job");
  const token = await signJobToken(env, id, ORIGIN);
  const headers = { authorization: `Bearer ${token}`, origin: ORIGIN };
  await expectCallerLimit(id, () => call("GET", `/widget/jobs/${id}`, { headers }), 404);
});
