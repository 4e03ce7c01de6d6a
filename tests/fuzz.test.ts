import { expect, test } from "vitest";
import { fuzz } from "../trials/fuzz/fuzz.ts";
import { baseUrl } from "./stage/service.ts";

const REQUESTS = 800;
/** Another one finds other faults, and no longer the same ones each time. */
const SEED = 20_261;

test("no request is answered with a 5xx, and every refusal has the documented shape", async () => {
  const { faults, counts } = await fuzz({ baseUrl, requests: REQUESTS, seed: SEED });
  expect(faults).toEqual([]);
  expect(counts.size).toBeGreaterThan(35);
});
