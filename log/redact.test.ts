import { expect, test } from "vitest";
import { redact } from "./redact.ts";

test.each([
  ["https://example.com/report?token=hunter2#page", "https://example.com/report?…"],
  ["wss://example.com/feed#hunter2", "wss://example.com/feed?…"],
  ["http://jo:hunter2@example.com/a", "http://…@example.com/a"],
  ["http://jo:hunter2@example.com/a?b=hunter2 failed", "http://…@example.com/a?… failed"],
  ['{"url":"https://example.com/?a=hunter2","b":1}', '{"url":"https://example.com/?…","b":1}'],
  ["/api/v1/files/job_1?download=1&token=hunter2", "/api/v1/files/job_1?download=1&token=…"],
  ["x-api-key: sk_live_hunter2", "x-api-key: sk_live_…"],
  ["Invalid API Key provided: sk_test_hunter2.", "Invalid API Key provided: sk_test_…."],
  ["whsec_hunter2", "whsec_…"],
  ["authorization: Bearer hunter2hunter2", "authorization: Bearer …"],
  ["550 5.1.1 <hunter2.x+y@mail.example.com> unknown user", "550 5.1.1 <…@mail.example.com> unknown user"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJhIjoi.hunter2", "eyJ…"],
])("the secret of “%s” is left out", (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each([
  "https://example.com/report was not found",
  "D1_ERROR: no such table: jobs?",
  "pk_live_public",
  "node_modules/jose@6.1.0/dist",
  "job_1 of acc_2: 3 < 4",
])("“%s” stays as it is", (text) => {
  expect(redact(text)).toBe(text);
});

test("a token that is longer than the text may be is left out too", () => {
  expect(redact(`eyJhbGciOiJIUzI1NiJ9.${"hunter2".repeat(2_000)}`)).not.toContain("hunter2");
});

test("a long text is cut, so that no text takes long", () => {
  for (const part of ["http://", "?token", "eyJ-", "https://a@", "Bearer ", "a.b-", "a@b."])
    expect(redact(part.repeat(100_000)).length).toBeLessThan(10_000);
});
