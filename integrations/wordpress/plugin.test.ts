import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { BUTTON_ATTRIBUTES } from "#contract/widget/attributes.ts";
import { BUTTON_LABELS, WIDGET_PATH, WIDGET_TAG, WIDGET_VARIABLES } from "#contract/widget/embed.ts";
import { type ButtonLook, DEFAULT_LOOK, lookVariables } from "#contract/widget/look.ts";
import { ROOT } from "../../tools/paths.ts";
import { packPlugin, pluginFiles } from "./pack.ts";
import { keyOf, PLUGIN, readTexts } from "./texts.ts";
import { readTranslation, writeBinary } from "./translations.ts";

function read(name: string): string {
  return readFileSync(join(PLUGIN, name), "utf8");
}

/** The entries of a constant array of the plugin. */
function arrayOf(file: string, constant: string): [key: string, value: string][] {
  const body = new RegExp(`const ${constant} = array\\((.*?)^\\);`, "ms").exec(read(file))?.[1] ?? "";
  return [...body.matchAll(/'([^']*)'\s*=> '([^']*)'/g)].map(([, key = "", value = ""]) => [key, value]);
}

const KEYS = [...new Set(readTexts().map(keyOf))];

test("the plugin knows the attributes of the button with their defaults", () => {
  const expected = BUTTON_ATTRIBUTES.map(({ name, default: fallback }) => [name, String(fallback ?? "")]);
  expect(arrayOf("button.php", "PLATEN_ATTRIBUTES")).toEqual(expected);
});

test("the plugin writes the element, the script and the CSS variables of the button", () => {
  expect(read("button.php")).toContain(`'<${WIDGET_TAG}'`);
  expect(read("button.php")).toContain(`const PLATEN_SCRIPT = '${WIDGET_PATH}';`);
  const known = new Set<string>(WIDGET_VARIABLES.map(({ name }) => name));
  const variables = arrayOf("button.php", "PLATEN_VARIABLES").map(([variable]) => variable);
  expect(variables.length).toBeGreaterThan(0);
  expect(variables.filter((variable) => !known.has(variable))).toEqual([]);
});

test("the sizes of the plugin are those of the Widget tab", () => {
  const styleOf = (size: ButtonLook["size"]) =>
    lookVariables({ ...DEFAULT_LOOK, size }).map(([name, value]) => `${name}:${value};`);
  expect(arrayOf("button.php", "PLATEN_SIZES")).toEqual([
    ["small", styleOf("small").join("")],
    ["large", styleOf("large").join("")],
  ]);
});

test("the editor shows the button's own labels and default colours", () => {
  for (const label of Object.values(BUTTON_LABELS)) expect(KEYS).toContain(label);
  for (const value of [DEFAULT_LOOK.background, DEFAULT_LOOK.color]) {
    expect(read("editor.js")).toContain(`|| "${value}"`);
    expect(read("settings-page.php")).toContain(`'placeholder' => '${value}'`);
  }
});

test("the readme and the plugin have one version and the same requirements", () => {
  const version = /"version": "(.+)"/.exec(readFileSync(join(ROOT, "package.json"), "utf8"))?.[1];
  expect(version).toBeDefined();
  const [plugin, readme] = [read("platen.php"), read("readme.txt")];
  expect(/^ \* Version: (.+)$/m.exec(plugin)?.[1]).toBe(version);
  expect(/^Stable tag: (.+)$/m.exec(readme)?.[1]).toBe(version);
  for (const name of ["Requires at least", "Requires PHP", "License"]) {
    const value = new RegExp(`${name}: (.+)`);
    expect(value.exec(readme)?.[1]).toBe(value.exec(plugin)?.[1]);
  }
});

test("every call for a translation has a literal text and the plugin's text domain", () => {
  const calls = readdirSync(PLUGIN)
    .filter((name) => /\.(php|js)$/.test(name))
    .flatMap((name) => read(name).match(/(?:__|_e)\(/g) ?? []);
  const found = readTexts().filter(({ file, context }) => context === undefined && file !== "platen.php");
  expect(found).toHaveLength(calls.length);
});

test("the German translation has every text of the plugin, and no other", () => {
  const german = readTranslation(read("languages/platen-de_DE.po"));
  expect([...german.keys()].sort()).toEqual(["", ...KEYS].sort());
  expect([...german].filter(([, text]) => text === "")).toEqual([]);
  for (const [key, text] of german) {
    expect(text.match(/%s|\[platen\]/g), key).toEqual(key.match(/%s|\[platen\]/g));
  }
});

test("a binary translation has its texts sorted, at the places that its tables name", () => {
  const bytes = Buffer.from(
    writeBinary(
      new Map([
        ["two", "zwei"],
        ["one", "ein Stück"],
      ]),
    ),
  );
  const column = (table: number) =>
    [0, 1].map((row) => {
      const place = bytes.readUInt32LE(table) + row * 8;
      const start = bytes.readUInt32LE(place + 4);
      return bytes.toString("utf8", start, start + bytes.readUInt32LE(place));
    });
  expect([column(12), column(16)]).toEqual([
    ["one", "two"],
    ["ein Stück", "zwei"],
  ]);
});

test("the zip is the folder platen with everything that WordPress reads, and always the same bytes", () => {
  const zip = packPlugin();
  expect(Buffer.compare(zip, packPlugin())).toBe(0);
  const names = Object.keys(unzipSync(zip));
  expect(names).toEqual(Object.keys(pluginFiles()));
  expect(names.filter((name) => !name.startsWith("platen/"))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining([
      "platen/block.json",
      "platen/editor.js",
      "platen/platen.php",
      "platen/readme.txt",
      "platen/uninstall.php",
      "platen/languages/platen.pot",
      "platen/languages/platen-de_DE.mo",
      "platen/languages/platen-de_DE-platen-editor.json",
    ]),
  );
});
