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

test("the text of a failed query says what failed, never the values that were bound", async () => {
  const error = await failedQuery();
  expect(String(error)).toContain("hunter2");
  expect(errorText(error)).toContain("no such table: nowhere");
  expect(errorText(error) + errorPlace(error)).not.toContain("hunter2");
  expect(errorPlace(error)).toMatch(/^\s+at /);
});

test("a failed query's values stay out where it is the cause of another error", async () => {
  const error = new Error("The job was not written.", { cause: await failedQuery() });
  expect(errorText(error)).toMatch(/The job was not written.*no such table: nowhere/);
  expect(errorText(error)).not.toContain("hunter2");
});

test("a failed query's values stay out where the error has lost its class, as across RPC", async () => {
  const copy: unknown = structuredClone(await failedQuery());
  expect(String(copy)).toContain("hunter2");
  expect(errorText(copy)).toContain("from nowhere");
  expect(errorText(copy)).not.toContain("hunter2");
});

test("whatever was thrown has a text", () => {
  const circular = new Error("first");
  circular.cause = circular;
  expect(errorText(circular)).toContain("first");
  expect(errorText(undefined)).toBe("undefined");
  expect(errorText("busy")).toBe("busy");
  expect(errorText(Object.create(null))).not.toBe("");
});
