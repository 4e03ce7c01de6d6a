import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { CODE, listFiles } from "./list-files.ts";
import { ROOT } from "./paths.ts";
import { PROJECTS } from "./types.ts";

const SVELTE = { extension: ".svelte", isMixedContent: true, scriptKind: ts.ScriptKind.Deferred };

const UNCHECKED = [
  // The first run of the bench installs its packages.
  "bench/peers/peer.js",
  // WordPress's packages are not installed here.
  "integrations/wordpress/platen/editor.js",
  // It joins both Workers, whose `Env` types differ.
  "tests/stage/worker-api.js",
];

function filesOf(project: string): string[] {
  const file = join(ROOT, project.endsWith(".json") ? project : `${project}/tsconfig.json`);
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { fileNames } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    join(file, ".."),
    {},
    file,
    [],
    [SVELTE],
  );
  return fileNames.map((name) => relative(ROOT, name));
}

test("npm run types checks every code file, except those that are listed with a reason", () => {
  const checked = new Set(PROJECTS.flatMap(filesOf));
  expect(listFiles(CODE).filter((file) => !checked.has(file))).toEqual(UNCHECKED);
});
