import { expect, test } from "vitest";
import { groupSchema } from "./group-schema.ts";
import type { Group } from "./option.ts";
import { readOption } from "./option-text.ts";

const text = { kind: "text", maxChars: 8, default: null, meaning: "A text." } as const;
const GROUP = {
  locale: { ...text, format: "locale" },
  scale: { kind: "number", min: 0.1, max: 2, default: 1, meaning: "A number." },
  css: { kind: "texts", maxItems: 2, maxChars: 6, default: null, meaning: "Texts." },
  block: { kind: "choices", values: ["ads", "chats"], default: null, meaning: "Words." },
  headers: {
    kind: "map",
    maxItems: 2,
    maxChars: 12,
    format: "headerValue",
    default: null,
    meaning: "Texts by name.",
  },
  click: {
    kind: "list",
    maxItems: 2,
    short: "selector",
    item: {
      selector: { ...text, required: true },
      optional: { kind: "flag", default: false, meaning: "A flag." },
    },
    default: null,
    meaning: "Objects.",
  },
  compress: { kind: "choice", values: ["images"], default: null, meaning: "A word." },
  dpi: {
    kind: "integer",
    min: 36,
    max: 600,
    default: 150,
    when: { option: "compress", values: ["images"] },
    meaning: "A number.",
  },
  place: {
    latitude: { kind: "number", min: -90, max: 90, needs: "longitude", default: null, meaning: "A number." },
    longitude: {
      kind: "number",
      min: -180,
      max: 180,
      needs: "latitude",
      default: null,
      meaning: "A number.",
    },
  },
  size: {
    width: text,
    height: text,
    fit: { ...text, needs: ["width", "height"] },
  },
} as const satisfies Group;

const schema = groupSchema(GROUP);

test("a group of options without a default is left out", () => {
  expect(schema.parse({})).toEqual({ scale: 1 });
});

test.for<[name: string, given: object, kept?: object]>([
  ["a language tag", { locale: "de" }],
  ["a number with decimals", { scale: 0.1 }],
  ["one text as a list", { css: "a" }, { css: ["a"] }],
  ["a list of texts", { css: ["a", "b"] }],
  ["each word once", { block: ["ads", "ads", "chats"] }, { block: ["ads", "chats"] }],
  ["names with texts", { headers: { "x-a": "1" } }],
  ["a text in place of an object", { click: ["#a"] }, { click: [{ selector: "#a", optional: false }] }],
  ["a list of objects", { click: [{ selector: "#a", optional: true }] }],
  ["a value with the word that it goes with", { compress: "images", dpi: 72 }],
  ["a default that goes with another word", { dpi: 150 }, {}],
  ["values that need each other", { place: { latitude: 1.5, longitude: 2 } }],
  ["a value with one of those that it needs", { size: { height: "1", fit: "a" } }],
])("it accepts %s, and accepts its own output again", ([, given, kept = given]) => {
  const parsed = schema.parse(given);
  expect(parsed).toEqual({ scale: 1, ...kept });
  expect(schema.parse(parsed)).toEqual(parsed);
});

test.for<[path: string, given: object, message: string]>([
  ["locale", { locale: "d" }, "must be a language tag"],
  ["locale", { locale: "und" }, "must be a language tag"],
  ["locale", { locale: "de-DE-1996" }, "Too big"],
  ["scale", { scale: 2.1 }, "Too big"],
  ["css", { css: ["abc", "defg"] }, "at most 6 characters in total"],
  ["css", { css: [1] }, "must be a text or a list of at most 2 texts"],
  ["block.0", { block: ["pop-ups"] }, "Invalid option"],
  ["headers", { headers: { a: "123456", b: "123456" } }, "at most 12 characters in total"],
  ["headers", { headers: { a: "1", b: "1", c: "1" } }, "at most 2 entries"],
  ["headers.a", { headers: { a: "1\r\nb" } }, "must be printable ASCII"],
  ["click.0", { click: [{ optional: true }] }, "must be a text or an object with a valid selector"],
  ["click.0.selector", { click: [""] }, "Too small"],
  ["dpi", { dpi: 72 }, "is accepted only with compress: images"],
  ["place.longitude", { place: { latitude: 1 } }, "is required with latitude"],
  ["size.width", { size: { fit: "a" } }, "is required with fit if height is missing"],
])("it refuses %s: %j", ([path, given, message]) => {
  const issues = schema.safeParse(given).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join("."))).toEqual([path]);
  expect(issues[0]?.message).toContain(message);
});

test.for<[keyof typeof GROUP, string, unknown]>([
  ["scale", "0.5", 0.5],
  ["scale", "half", "half"],
  ["block", "ads, chats", ["ads", "chats"]],
  ["headers", "x-a: 1\nx-b: a: b", { "x-a": "1", "x-b": "a: b" }],
  ["headers", '{"x-a": "1"}', { "x-a": "1" }],
  ["headers", "nonsense", "nonsense"],
  ["click", '["#a"]', ["#a"]],
  ["click", "#a", "#a"],
])("a form's text for %s is read: %j", ([name, typed, value]) => {
  const option = GROUP[name];
  expect("kind" in option && readOption(option, typed)).toEqual(value);
});
