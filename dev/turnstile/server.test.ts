/** The stand-in gives the responses that Cloudflare documents for its test keys. */
import { afterAll, expect, test } from "vitest";
import { startTurnstile } from "./server.ts";

const server = await startTurnstile();
afterAll(() => server.close());

const DUMMY = "XXXX.DUMMY.TOKEN.XXXX";

async function siteverify(body: URLSearchParams | Record<string, string>): Promise<unknown> {
  const response = await fetch(`${server.baseUrl}/turnstile/v0/siteverify`, {
    method: "POST",
    ...(body instanceof URLSearchParams
      ? { body }
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  expect(response.headers.get("content-type")).toBe("application/json");
  return response.json();
}

function failed(code: string) {
  return { success: false, "error-codes": [code] };
}

test("the secret that always passes accepts the dummy token only, as JSON and as a form", async () => {
  const secret = "1x0000000000000000000000000000000AA";
  const passed = {
    success: true,
    "error-codes": [],
    challenge_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    hostname: "localhost",
    action: "test",
    cdata: "",
  };
  expect(await siteverify({ secret, response: DUMMY })).toEqual(passed);
  expect(await siteverify(new URLSearchParams({ secret, response: DUMMY }))).toEqual(passed);
  expect(await siteverify({ secret, response: "0.real" })).toEqual(failed("invalid-input-secret"));
});

test.each([
  ["2x0000000000000000000000000000000AA", DUMMY, "invalid-input-response"],
  ["3x0000000000000000000000000000000AA", DUMMY, "timeout-or-duplicate"],
  ["", DUMMY, "missing-input-secret"],
  ["0x4unknown", DUMMY, "invalid-input-secret"],
  ["1x0000000000000000000000000000000AA", "", "missing-input-response"],
])("the secret “%s” with the token “%s” fails with %s", async (secret, response, code) => {
  expect(await siteverify({ secret, response })).toEqual(failed(code));
});
