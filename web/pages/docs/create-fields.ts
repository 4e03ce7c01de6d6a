/** The fields of `POST /jobs` as the try-it card shows them, and the body that follows from what is typed (spec §5). */
import { FIELDS, fallbackOf, type Field as OptionField } from "#contract/job/fields.ts";
import { OPTIONS } from "#contract/job/options.ts";
import { type OptionsBody, type OptionValue, optionsBody } from "#contract/job/options-body.ts";

export interface Field {
  /** Path in the body, and name in the page's query string. */
  path: string;
  label: string;
  kind: "text" | "number" | "choice";
  /** Of a choice; the first entry of the list shown is always "leave out". */
  values?: readonly string[];
  /** What the API takes when the field is left out. */
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

/** The options that apply to what is chosen: those of the other output type are neither shown nor sent. */
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

/** The body to send. Blank fields and texts that are not numbers where one is expected are left out. */
export function createBody(values: ReadonlyMap<string, string>): { url?: string; options?: OptionsBody } {
  const textOf = (path: string) => values.get(path)?.trim() ?? "";
  const url = textOf("url");
  const options = shownOptions(values).flatMap((option): [string, OptionValue][] => {
    const value = parseValue(option, textOf(`options.${option.path}`));
    return value === null ? [] : [[option.path, value]];
  });
  return { ...(url && { url }), ...(options.length > 0 && { options: optionsBody(options) }) };
}
