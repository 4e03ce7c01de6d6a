import { expect, test } from "vitest";
import { newId, shardOfId } from "./ids.ts";
import { MAX_SHARDS, markedText, shardOf } from "./shard-mark.ts";
import { isToken, newToken, shardOfToken } from "./tokens.ts";

test("ids, tokens and texts name the database that they were made for", () => {
  for (let shard = 0; shard < MAX_SHARDS; shard += 1) {
    expect(shardOfId(newId("acc", shard))).toBe(shard);
    expect(shardOfToken(newToken(shard).token)).toBe(shard);
    expect(shardOf(markedText(32, shard), 32)).toBe(shard);
  }
});

test("what was made before there were several databases is in database 0, whatever it begins with", () => {
  for (const first of "0Zz") {
    expect(shardOfId(`job_${first.repeat(22)}`)).toBe(0);
    expect(shardOfToken(first.repeat(43))).toBe(0);
  }
});

test("text of another form is looked up in database 0", () => {
  for (const text of ["", "job_", "job_none", "none", `job_0${"a".repeat(22)}`, `job_-${"a".repeat(22)}`]) {
    expect(shardOfId(text)).toBe(0);
  }
  expect(isToken("a".repeat(45))).toBe(false);
});
