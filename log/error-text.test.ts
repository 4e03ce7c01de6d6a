import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import { expect, test } from "vitest";
import { errorPlace, errorText } from "./error-text.ts";

const db = drizzle(() => Promise.reject(new Error("D1_ERROR: no such table: nowhere")));

async function failedQuery(): Promise<unknown> {
  try {
    return await db.run(sql`select ${"hunter2"} from nowhere`);
  } catch (error) {
    return error;
  }
}

test("the text of a failed query says what failed, without the bound values", async () => {
  const error = await failedQuery();
  expect(String(error)).toContain("hunter2");
  expect(errorText(error)).toContain("no such table: nowhere");
  expect(errorText(error) + errorPlace(error)).not.toContain("hunter2");
  expect(errorPlace(error)).toMatch(/^\s+at /);
});

test("the bound values are left out when the failed query is the cause of another error", async () => {
  const error = new Error("The job was not written.", { cause: await failedQuery() });
  expect(errorText(error)).toMatch(/The job was not written.*no such table: nowhere/);
  expect(errorText(error)).not.toContain("hunter2");
});

test("the bound values are left out when the error has lost its class, as after RPC", async () => {
  const copy: unknown = structuredClone(await failedQuery());
  expect(String(copy)).toContain("hunter2");
  expect(errorText(copy)).toContain("from nowhere");
  expect(errorText(copy)).not.toContain("hunter2");
});

test("every thrown value has a text", () => {
  const circular = new Error("first");
  circular.cause = circular;
  expect(errorText(circular)).toContain("first");
  expect(errorText(undefined)).toBe("undefined");
  expect(errorText("busy")).toBe("busy");
  expect(errorText(Object.create(null))).not.toBe("");
});
