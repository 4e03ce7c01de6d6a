/** Fields of the try-it card for `POST /jobs`, and the request body made from their values (spec §5). */
import { FIELDS, type Field as OptionField } from "#contract/job/fields.ts";
import { readOption } from "#contract/job/option-text.ts";
import { fallbackOf } from "#contract/job/option-words.ts";
import { OPTIONS } from "#contract/job/options.ts";
import { type OptionsBody, type OptionValue, optionsBody } from "#contract/job/options-body.ts";
import { isSecret } from "#contract/job/secrets.ts";

export interface Field {
  /** Path in the request body; also the name in the query string of the page. */
  path: string;
  label: string;
  kind: "text" | "number" | "choice" | "lines";
  /** Title of the section that the field belongs to; empty for the address. */
  section: string;
  /** Values of a choice. The list on the page also has a first entry that leaves the field out. */
  values?: readonly string[];
  /** Default of the API when the field is left out. */
  fallback: string;
  /** Not kept in the address of the page: secrets, and texts that are too long for it. */
  unkept?: boolean;
}

/** The page that the try-it card converts until the reader chooses one. */
export const SAMPLE_PATH = "/sample/";

const BOOLEANS = ["true", "false"];

function toField(option: OptionField): Field {
  const { path, section, label = path.split(".").at(-1) ?? path } = option;
  const shared = {
    path: `options.${path}`,
    label,
    section,
    fallback: fallbackOf(option),
    unkept: isSecret(option),
  };
  switch (option.kind) {
    case "choice":
      return { ...shared, kind: "choice", values: option.values.filter((name) => name !== "") };
    case "flag":
      return { ...shared, kind: "choice", values: BOOLEANS };
    case "integer":
    case "number":
    case "pixels":
      return { ...shared, kind: "number" };
    case "length":
    case "text":
      return { ...shared, kind: "text" };
    case "choices":
      return { ...shared, kind: "text", fallback: option.values.join(", ") };
    case "texts":
    case "map":
    case "list":
      return { ...shared, kind: "lines" };
    default:
      return option satisfies never;
  }
}

const PAGE = { section: "Page", fallback: "none" };
const URL_FIELD: Field = { path: "url", label: "url", kind: "text", section: "", fallback: "" };
const PAGE_FIELDS: readonly Field[] = [
  { ...PAGE, path: "html", label: "html", kind: "lines", unkept: true },
  { ...PAGE, path: "markdown", label: "markdown", kind: "lines", unkept: true },
  { ...PAGE, path: "baseUrl", label: "baseUrl", kind: "text" },
];

export const CREATE_FIELDS: readonly Field[] = [URL_FIELD, ...PAGE_FIELDS, ...FIELDS.map(toField)];

/** Options of the chosen output type. Options of the other type are neither shown nor sent. */
function shownOptions(values: ReadonlyMap<string, string>): OptionField[] {
  const output = values.get("options.outputType") || OPTIONS.outputType.default;
  return FIELDS.filter(({ only }) => only === null || only === output);
}

export function shownFields(values: ReadonlyMap<string, string>): Field[] {
  return [URL_FIELD, ...PAGE_FIELDS, ...shownOptions(values).map(toField)];
}

/** The request body without blank fields, and without number fields that have another text. */
export function createBody(values: ReadonlyMap<string, string>): Record<string, string | OptionsBody> {
  const textOf = (path: string) => values.get(path)?.trim() ?? "";
  const page = [URL_FIELD, ...PAGE_FIELDS].flatMap(({ path }) =>
    textOf(path) ? [[path, textOf(path)]] : [],
  );
  const options = shownOptions(values).flatMap((option): [string, OptionValue][] => {
    const text = textOf(`options.${option.path}`);
    if (text === "" || (toField(option).kind === "number" && Number.isNaN(Number(text)))) return [];
    return [[option.path, readOption(option, text)]];
  });
  return { ...Object.fromEntries(page), ...(options.length > 0 && { options: optionsBody(options) }) };
}
