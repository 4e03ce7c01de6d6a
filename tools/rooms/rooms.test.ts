import { expect, test } from "vitest";
import { findFaults } from "./find-faults.ts";
import { importsOf, readImports } from "./read-imports.ts";
import { WALLS } from "./rooms.ts";

const today = readImports();

/** What the check reports when these files have these imports in addition to their own. */
function faultsWith(added: Record<string, string[]>): string[] {
  const imports = new Map(today);
  for (const [file, targets] of Object.entries(added))
    imports.set(file, [...(today.get(file) ?? []), ...targets]);
  return findFaults(imports, WALLS);
}

test("the repository's imports agree with the table of rooms", () => {
  expect(findFaults(today, WALLS)).toEqual([]);
});

test.for([
  ["contract imports no other part", "contract/plans.ts", "store/db.ts"],
  ["contract's files import no folder inside it", "contract/plans.ts", "contract/job/values.ts"],
  ["store imports no Worker", "store/jobs/jobs.ts", "worker-api/app.ts"],
  ["a room of store imports only the rooms on its line", "store/keys/owner.ts", "store/jobs/jobs.ts"],
  ["worker-api does not import worker-render", "worker-api/app.ts", "worker-render/index.ts"],
  ["worker-render does not import worker-api", "worker-render/index.ts", "worker-api/app.ts"],
  ["worker-render imports downwards only", "worker-render/guard/policy.ts", "worker-render/page/open.ts"],
  ["web imports no store", "web/main.tsx", "store/db.ts"],
  ["the widget imports no web", "widget/index.ts", "web/main.tsx"],
  ["a screen imports no other screen", "web/pages/docs/docs.tsx", "web/pages/plans/plans.tsx"],
  ["tools import no dev", "tools/build.ts", "dev/service.ts"],
  ["dev imports no tests", "dev/service.ts", "tests/stage/pages.ts"],
  ["trials import no tests", "trials/fuzz/fuzz.ts", "tests/stage/pages.ts"],
  ["tests import no bench", "tests/main-job.test.ts", "bench/stats.ts"],
  ["a unit test imports no other part", "store/jobs/jobs.test.ts", "worker-api/app.ts"],
] as const)("%s", ([, file, to]) => {
  expect(faultsWith({ [file]: [to] })).toContainEqual(expect.stringContaining(`${file} imports ${to}. `));
});

test("a fault says what the room may import, and names the table", () => {
  expect(faultsWith({ "store/keys/owner.ts": ["worker-api/app.ts"] })).toContain(
    "store/keys/owner.ts imports worker-api/app.ts. A file of store/keys may import, from other rooms, contract, store, store/activity, store/secrets (tools/rooms/rooms.ts).",
  );
});

test("a folder that is not in the table is a fault", () => {
  expect(faultsWith({ "store/new/rows.ts": [] })).toContain(
    "store/new is not in tools/rooms/rooms.ts. Add a line that says what it may import.",
  );
});

test("files that import each other are a fault, also through a third file", () => {
  const circle = {
    "web/ui/a.ts": ["web/ui/b.ts"],
    "web/ui/b.ts": ["web/ui/c.ts"],
    "web/ui/c.ts": ["web/ui/a.ts"],
  };
  expect(faultsWith(circle)).toContain(
    "web/ui/a.ts → web/ui/b.ts → web/ui/c.ts → web/ui/a.ts: these files import each other.",
  );
});

test("a Node module in code that runs without Node is a fault", () => {
  expect(faultsWith({ "contract/plans.ts": ["node:fs"] })).toContain(
    "contract/plans.ts imports node:fs. contract runs without Node.",
  );
});

test("only unit tests import files that are made for unit tests", () => {
  expect(faultsWith({ "store/jobs/jobs.ts": ["store/test-account.ts"] })).toContain(
    "store/jobs/jobs.ts imports store/test-account.ts. Only unit tests import a unit test's files.",
  );
});

test("a table in which two rooms import each other, or that names a room without files, is a fault", () => {
  const imports = new Map([["a/x.ts", ["b/x.ts"]]]);
  expect(findFaults(imports, { rooms: { a: ["b"], b: ["a"] }, tests: {}, withoutNode: [] })).toEqual([
    "b holds no code. Remove its line from tools/rooms/rooms.ts.",
    "a may name only rooms above it in tools/rooms/rooms.ts, and b is not.",
  ]);
});

test.for([
  ["a type", 'import type { A } from "./a.ts";'],
  ["a path from the root", 'import "#store/a.ts";'],
  ["a re-export", 'export { a } from "./a.ts";'],
  ["a dynamic import", 'const a = () => import("./a.ts");'],
  ["the type of a module", 'let a: import("./a.ts").A;'],
  ["a file's text", 'import a from "./a.ts?raw";'],
] as const)("an import of %s is read", ([, code]) => {
  expect(importsOf("store/x.ts", code)).toEqual(["store/a.ts"]);
});

test("a Svelte file's imports are read too", () => {
  const file = '<script lang="ts">import { a } from "./a.ts";</script><p>It\'s here</p>';
  expect(importsOf("widget/x.svelte", file)).toEqual(["widget/a.ts"]);
});
