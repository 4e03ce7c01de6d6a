import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALERTS } from "#contract/alerts.ts";
import { ROOT } from "./paths.ts";

const SOURCES = globSync(["worker-*/**/*.ts", "store/**/*.ts"], { cwd: ROOT }).filter(
  (path) => !path.endsWith(".test.ts"),
);

/** The events of the file's errors. A variable stands for the names that a function of the file returns. */
function errorEvents(path: string): string[] {
  const source = readFileSync(join(ROOT, path), "utf8");
  const returned = [...source.matchAll(/\): ((?:"\w+" \| )+"\w+") \{/g)].flatMap(([, union = ""]) =>
    [...union.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name),
  );
  const calls = [...source.matchAll(/log\.error\((.*?)\);/gs)].map(([call]) => call);
  return calls.flatMap((call) => {
    const [, value] = /\bevent: ("?\w+"?)/.exec(call) ?? [];
    if (value === undefined) return [];
    return value.startsWith('"') ? [value.slice(1, -1)] : returned;
  });
}

test("each event that is logged as an error has a line in the runbook", () => {
  const guide = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, runbook = ""] = /^## Runbook$(.*?)^## /ms.exec(guide) ?? [];
  const events = SOURCES.flatMap(errorEvents);
  expect(events).toEqual(expect.arrayContaining(["mail_brake", "guard_refused", "text_unopened"]));
  const alarms = runbook.split("\n").map((line) => line.split(" | ", 1).join());
  expect(events.filter((event) => !alarms.some((alarm) => alarm.includes(`\`${event}\``)))).toEqual([]);
});

test("each alert has its section, which its messages name", () => {
  const guide = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, section = ""] = /^## Alerts$(.*?)^## /ms.exec(guide) ?? [];
  const headings = [...section.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name);
  expect(headings).toEqual(Object.keys(ALERTS));
});
