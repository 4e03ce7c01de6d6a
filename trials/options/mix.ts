/** Valid options, made from the entries of `contract/job`, so that a new option is in the fuzz and in the soak without a change here. */
import { FIELDS, type Field } from "#contract/job/fields.ts";
import { type Group, isOption, type Option } from "#contract/job/option.ts";
import { OPTIONS } from "#contract/job/options.ts";
import type { TextFormat } from "#contract/job/text-formats.ts";

type Values = { [name: string]: unknown };

const NUMBER = 100;
const DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const FORMATTED: Record<TextFormat, string> = {
  locale: "de",
  timezone: "Asia/Tokyo",
  headerValue: "platen",
  headerName: "x-platen",
  cookieName: "seat",
  cookieValue: "12A",
  cookiePath: "/",
  username: "ada",
  imageData: DOT,
  pdfPassword: "secret",
  pageRanges: "1-",
};
/** What every page has, as a selector. In place of it, where a job would otherwise fail: */
const TEXT = "body";
const TEXTS: Record<string, string> = {
  js: "1",
  hidden: "#missing",
  function: "true",
  remove: "#missing",
  domain: "localhost",
};

const nameOf = (path: string) => path.split(".").at(-1) ?? "";

/** A valid value. Only `outputType` has values that other options depend on, so a choice has its last one. */
function sampleOf(option: Option, name: string): unknown {
  switch (option.kind) {
    case "choice":
      return option.values.at(-1);
    case "choices":
      return option.values;
    case "flag":
      return option.default !== true;
    case "integer":
    case "number":
      return Math.min(option.max, Math.max(option.min, NUMBER));
    case "pixels":
      return NUMBER;
    case "length":
      return `${Math.max(option.minPx ?? 0, NUMBER)}px`;
    case "text":
      return textOf(option.format, name);
    case "texts":
      return [textOf(option.format, name)];
    case "map":
      return { [textOf(option.nameFormat, name)]: textOf(option.format, name) };
    case "list":
      return [samplesOf(option.item)];
    default:
      return option satisfies never;
  }
}

function textOf(format: TextFormat | undefined, name: string): string {
  return format ? FORMATTED[format] : (TEXTS[name] ?? TEXT);
}

function samplesOf(group: Group): Values {
  const required = Object.entries(group).filter(([, node]) => isOption(node) && node.required);
  return Object.fromEntries(
    required.map(([name, node]) => [name, isOption(node) ? sampleOf(node, name) : {}]),
  );
}

/** Options with this one, with those that it needs, and for the output that it applies to. */
export function optionsWith({ path, only }: Field): Values {
  const names = path.split(".");
  const last = names.pop() ?? "";
  const values: Values = only ? { outputType: only } : {};
  let group: Group = OPTIONS;
  let inner = values;
  for (const name of names) {
    const node = group[name];
    if (!node || isOption(node)) break;
    group = node;
    const next: Values = {};
    inner[name] = next;
    inner = next;
  }
  add(group, last, inner);
  return values;
}

function add(group: Group, name: string, values: Values): void {
  const option = group[name];
  if (!option || !isOption(option) || name in values) return;
  values[name] = sampleOf(option, name);
  for (const needed of [option.needs ?? []].flat()) add(group, needed, values);
  const { when } = option;
  const other = when && group[when.option];
  if (when && other && isOption(other) && !when.values.includes(String(other.default)))
    values[when.option] = when.values[0];
}

/** One set of options for each option, and for each output. The result of a soak is a link, not part of the job's JSON. */
export const OPTION_MIX: readonly Values[] = [
  ...OPTIONS.outputType.values.map((outputType) => ({ outputType })),
  ...OPTIONS.screenshotOptions.type.values.map((type) => ({
    outputType: "screenshot",
    screenshotOptions: { type },
  })),
  ...FIELDS.filter(({ path }) => path !== "responseType" && path !== "outputType").map(optionsWith),
];

/** A valid value for each name of an option that is a text, which random texts would never be. */
export const TEXT_SAMPLES: readonly [name: string, value: unknown][] = FIELDS.filter(
  ({ kind }) => kind === "text" || kind === "texts" || kind === "length" || kind === "map" || kind === "list",
).map((field) => [nameOf(field.path), sampleOf(field, nameOf(field.path))]);
