import { expect, test } from "vitest";
import { readArguments } from "./arguments.ts";
import { FAULT_NAMES } from "./faults/names.ts";

test("--faults chooses none or some of the faults; without it, all happen", () => {
  expect(readArguments([]).faults).toEqual(FAULT_NAMES);
  expect(readArguments(["--faults", "none"]).faults).toEqual([]);
  expect(readArguments(["--faults", "kill-node,starve"]).faults).toEqual(["kill-node", "starve"]);
});

test("a wrong or unknown option is refused with its name", () => {
  expect(() => readArguments(["--faults", "kill-all"])).toThrow(/kill-browser/);
  expect(() => readArguments(["--at-once", "0"])).toThrow(/at-once/);
  expect(() => readArguments(["--round", "1"])).toThrow(/--round/);
});
