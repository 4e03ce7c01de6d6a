/** What a password hash costs: the same for every address, and for a limited number of requests at once. */
import crypto from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { ERRORS } from "#contract/errors.ts";
import { ErrorBody } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { call, newEmail, PASSWORD as password, registered, signedIn } from "../test-session.ts";

afterEach(() => vi.restoreAllMocks());

function post(path: string, body: unknown): Promise<Response> {
  return call("POST", `/auth/${path}`, { body });
}

/** The hashes that `work` computes: their length and parameters. */
async function hashesOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const scrypt = vi.spyOn(crypto, "scrypt");
  await work();
  return scrypt.mock.calls.map(([, , bytes, options]) => ({ bytes, options }));
}

const ONE_HASH = [{ bytes: 32, options: expect.objectContaining({ N: 16_384, r: 8, p: 5 }) }];

test.for([
  ["whose password is wrong", async () => (await registered()).email],
  ["that has no password", async () => (await signedIn()).email],
  ["that is unknown", () => newEmail()],
] as const)("a refused sign-in with an address %s computes one hash", async ([, address]) => {
  const email = await address();
  const hashes = await hashesOf(async () => {
    expect((await post("login", { email, password: "wrong password" })).status).toBe(401);
  });
  expect(hashes).toEqual(ONE_HASH);
});

test.for([
  ["new", () => newEmail()],
  ["waiting to be verified", async () => (await registered()).email],
  ["of an account", async () => (await signedIn()).email],
] as const)("registering an address that is %s computes one hash", async ([, address]) => {
  const email = await address();
  const hashes = await hashesOf(async () => {
    expect((await post("register", { email, password })).status).toBe(200);
  });
  expect(hashes).toEqual(ONE_HASH);
});

test("with too many sign-ins at once, the next one is refused with the time to wait, and works later", async () => {
  const login = () => post("login", { email: newEmail(), password });
  let begun = 0;
  let isHeld = true;
  vi.spyOn(crypto, "scrypt").mockImplementation((_password, _salt, bytes, _options, done) => {
    begun += 1;
    // Each request has its own timer, so that none ends another one's work.
    const timer = setInterval(() => {
      if (isHeld) return;
      clearInterval(timer);
      done(null, Buffer.alloc(bytes));
    }, 5);
  });
  const waiting = Array.from({ length: LIMITS.passwordChecksAtOnce }, login);
  await vi.waitFor(() => expect(begun).toBe(LIMITS.passwordChecksAtOnce), 30_000);

  const refused = await login();
  expect(refused.status).toBe(ERRORS.unavailable.status);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(ErrorBody.parse(await refused.json())).toEqual({
    code: "unavailable",
    error: "Sign-in is very busy at the moment. Please try again in a few seconds.",
  });

  isHeld = false;
  const responses = await Promise.all(waiting);
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([401]));
  expect((await login()).status).toBe(401);
});
