import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { isDatabaseFault } from "./database-fault.ts";

test.each([
  "database or disk is full: SQLITE_FULL",
  "D1_ERROR: database or disk is full: SQLITE_FULL",
  "D1_ERROR: database is locked: SQLITE_BUSY",
  "D1_ERROR: disk I/O error: SQLITE_IOERR",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: Exceeded maximum DB size.",
  "internal error; reference = qpo2itbqnn36qkj48mmf3ido",
  "Network connection lost.",
])("“%s” is a fault of the database, alone and as the cause of a query error", (message) => {
  const error = new Error(message);
  expect(isDatabaseFault(error)).toBe(true);
  expect(isDatabaseFault(new DrizzleQueryError("select 1", [], error))).toBe(true);
});

test.each([
  "D1_ERROR: no such column: surprise at offset 7: SQLITE_ERROR",
  "D1_ERROR: UNIQUE constraint failed: jobs.id: SQLITE_CONSTRAINT_PRIMARYKEY",
  "D1_ERROR: datatype mismatch: SQLITE_MISMATCH",
  "D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'",
  "Cannot read properties of undefined (reading 'id')",
  "The server had an internal error.",
])("“%s” is not a fault of the database", (message) => {
  const error = new Error(message);
  expect(isDatabaseFault(error)).toBe(false);
  expect(isDatabaseFault(new DrizzleQueryError("select 1", [], error))).toBe(false);
});

test("an error that the runtime marks as retryable or overloaded is a fault of the database", () => {
  expect(isDatabaseFault(Object.assign(new Error("Reset."), { retryable: true }))).toBe(true);
  expect(isDatabaseFault(Object.assign(new Error("Busy."), { overloaded: true }))).toBe(true);
  expect(isDatabaseFault(Object.assign(new Error("Broken."), { retryable: false }))).toBe(false);
});
