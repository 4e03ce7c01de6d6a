import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "./paths.ts";

/** Licences that allow us to ship the code inside the Workers and the site. MPL 2.0: its files stay unchanged (NOTICE.md). */
const SHIPPED = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MPL-2.0",
  "PSF-2.0",
  "Unlicense",
];

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

test("every package that may be shipped has a licence that allows it", () => {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")));
  const shipped = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path && !dev && !devOptional,
  );
  expect(shipped.length).toBeGreaterThan(20);
  const refused = shipped.filter(([, { license }]) => !SHIPPED.includes(license ?? ""));
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});
