import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { ErrorBody } from "#contract/job/view.ts";
import { app } from "../app.ts";
import { newCaller, ORIGIN } from "../test-caller.ts";

const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);

/** Requests a job with some bindings replaced. */
async function ask(bindings: Partial<Record<"DB" | "RESULTS", unknown>>) {
  const { key } = await newCaller();
  const request = new Request(`${ORIGIN}/api/v1/jobs`, { headers: { "x-api-key": key } });
  const changed = Object.create(env, Object.getOwnPropertyDescriptors(bindings));
  const response = await app.fetch(request, changed, createExecutionContext());
  return { response, body: ErrorBody.parse(await response.json()) };
}

const away = {
  prepare: () => {
    throw new Error("D1 at 10.0.0.7 is away");
  },
  batch: () => Promise.reject(new Error("D1 at 10.0.0.7 is away")),
};

/** A D1 on which statements about keys fail. */
function failing(error: Error): D1Database {
  return new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "prepare") {
        return (text: string) => {
          if (text.includes("api_keys")) throw error;
          return target.prepare(text);
        };
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

test("while the database is unavailable the response is 503 with Retry-After, without internal details", async () => {
  const { response, body } = await ask({ DB: away });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(body.code).toBe("unavailable");
  expect(JSON.stringify(body)).not.toContain("10.0.0.7");
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
});

test.each([
  "D1_ERROR: database or disk is full: SQLITE_FULL",
  "D1_ERROR: database is locked: SQLITE_BUSY",
  "internal error; reference = qpo2itbqnn36qkj48mmf3ido",
])("a statement that fails with “%s” returns 503, even if the next one works", async (message) => {
  const { response, body } = await ask({ DB: failing(new Error(message)) });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(body.code).toBe("unavailable");
});

test("any other error returns 500 without its cause, which is logged", async () => {
  const { response, body } = await ask({ DB: failing(new Error("a secret place")) });
  expect(response.status).toBe(500);
  expect(body.code).toBe("internal");
  expect(JSON.stringify(body)).not.toContain("secret");
  expect(errors).toHaveBeenCalled();
});
