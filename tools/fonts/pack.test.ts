import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "../paths.ts";
import { SOURCES } from "./families.ts";
import { fontObject } from "./index-file.ts";
import { listFonts } from "./pack.ts";

test("each face is a whole WOFF2 file with the characters that are listed for it", () => {
  const { families } = listFonts();
  const bytes = fontObject().read();
  for (const { faces } of families) {
    for (const { offset, length } of faces) {
      expect(bytes.toString("latin1", offset, offset + 4)).toBe("wOF2");
      expect(bytes.readUInt32BE(offset + 8)).toBe(length);
    }
  }
  const khmer = families.find(({ name }) => name === "platen-noto-sans-khmer");
  expect(khmer?.faces[0]?.ranges.slice(0, 2)).toEqual([0x1780, 0x17dd]);
});

test("the licence of each font allows to serve it", () => {
  const Package = z.object({ license: z.string() });
  const licences = SOURCES.map(({ package: name }) =>
    Package.parse(JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"))),
  );
  expect(new Set(licences.map(({ license }) => license))).toEqual(new Set(["OFL-1.1"]));
});
