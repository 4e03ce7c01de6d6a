/** Fields of the try-it card for `POST /jobs`, and the request body made from their values (spec §5). */
import { FIELDS, fallbackOf, type Field as OptionField } from "#contract/job/fields.ts";
import { OPTIONS } from "#contract/job/options.ts";
import { type OptionsBody, type OptionValue, optionsBody } from "#contract/job/options-body.ts";

export interface Field {
  /** Path in the request body; also the name in the query string of the page. */
  path: string;
  label: string;
  kind: "text" | "number" | "choice";
  /** Values of a choice. The list on the page also has a first entry that leaves the field out. */
  values?: readonly string[];
  /** Default of the API when the field is left out. */
  fallback: string;
}

const BOOLEANS = ["true", "false"];

function toField(option: OptionField): Field {
  const { path, label = path.split(".").at(-1) ?? path } = option;
  const shared = { path: `options.${path}`, label, fallback: fallbackOf(option) };
  switch (option.kind) {
    case "choice":
      return { ...shared, kind: "choice", values: option.values.filter((name) => name !== "") };
    case "flag":
      return { ...shared, kind: "choice", values: BOOLEANS };
    case "integer":
    case "pixels":
      return { ...shared, kind: "number" };
    case "length":
      return { ...shared, kind: "text" };
    default:
      return option satisfies never;
  }
}

const URL_FIELD: Field = { path: "url", label: "url", kind: "text", fallback: "" };

export const CREATE_FIELDS: readonly Field[] = [URL_FIELD, ...FIELDS.map(toField)];

/** Options of the chosen output type. Options of the other type are neither shown nor sent. */
function shownOptions(values: ReadonlyMap<string, string>): OptionField[] {
  const output = values.get("options.outputType") || OPTIONS.outputType.default;
  return FIELDS.filter(({ only }) => only === null || only === output);
}

export function shownFields(values: ReadonlyMap<string, string>): Field[] {
  return [URL_FIELD, ...shownOptions(values).map(toField)];
}

function parseValue({ kind }: OptionField, text: string): OptionValue | null {
  if (text === "") return null;
  switch (kind) {
    case "integer":
    case "pixels": {
      const number = Number(text);
      return Number.isFinite(number) ? number : null;
    }
    case "flag":
      return text === "true";
    case "choice":
    case "length":
      return text;
    default:
      return kind satisfies never;
  }
}

/** The request body. Blank fields, and number fields without a number, are left out. */
export function createBody(values: ReadonlyMap<string, string>): { url?: string; options?: OptionsBody } {
  const textOf = (path: string) => values.get(path)?.trim() ?? "";
  const url = textOf("url");
  const options = shownOptions(values).flatMap((option): [string, OptionValue][] => {
    const value = parseValue(option, textOf(`options.${option.path}`));
    return value === null ? [] : [[option.path, value]];
  });
  return { ...(url && { url }), ...(options.length > 0 && { options: optionsBody(options) }) };
}
