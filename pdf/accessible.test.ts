import { expect, test } from "vitest";
import { completeTags } from "./accessible.ts";
import { plainDocument } from "./samples.ts";

test("a PDF of another program passes through unchanged", async () => {
  const file = plainDocument();
  async function* parts() {
    yield file;
  }
  const passed: Uint8Array[] = [];
  for await (const part of completeTags(parts(), Promise.resolve(new Map()))) passed.push(part);
  expect(passed).toEqual([file]);
});
