import { expect, test } from "vitest";
import { fuzz } from "../../trials/fuzz/fuzz.ts";
import { baseUrl } from "../stage/service.ts";

const REQUESTS = 800;
/** Fixed, so that every run sends the same requests. Another seed may find other faults. */
const SEED = 20_261;

test("no request causes a 5xx response, and every refusal has the documented shape", async () => {
  const { faults, counts } = await fuzz({ baseUrl, requests: REQUESTS, seed: SEED });
  expect(faults).toEqual([]);
  expect(counts.size).toBeGreaterThan(35);
});
