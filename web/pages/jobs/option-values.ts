/** The options of a job as a flat list, and what of them differs from the defaults. */
import { FIELDS, type Field } from "#contract/job/fields.ts";
import { fallbackOf } from "#contract/job/option-words.ts";
import { type OptionsBody, type OptionValue, optionsBody } from "#contract/job/options-body.ts";
import { isSecret } from "#contract/job/secrets.ts";
import { VIEWPORTS } from "#contract/job/values.ts";
import type { JobView } from "#contract/job/view.ts";

export type JobOptions = JobView["options"];

export interface OptionEntry {
  field: Field;
  value: OptionValue;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isValue(value: unknown): value is OptionValue {
  if (Array.isArray(value)) return value.every(isValue);
  if (isGroup(value)) return Object.values(value).every(isValue);
  return ["string", "number", "boolean"].includes(typeof value);
}

/** The value at a path such as `pdfOptions.margin.top`. */
function valueAt(options: JobOptions, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((group, name) => (isGroup(group) ? group[name] : undefined), options);
}

/** Every option that the job has, in the order of the forms. */
export function entriesOf(options: JobOptions): OptionEntry[] {
  return FIELDS.flatMap((field) => {
    const value = valueAt(options, field.path);
    return isValue(value) ? [{ field, value }] : [];
  });
}

/** The default of a viewport depends on the device, and `fitPaper` on its width. */
function defaultOf({ path, default: fallback }: Field, options: JobOptions): unknown {
  const { width, height } = VIEWPORTS[options.formFactor];
  if (path.endsWith("viewport.width")) return width;
  if (path.endsWith("viewport.height")) return height;
  if (path === "pdfOptions.viewport.fitPaper") return valueAt(options, "pdfOptions.viewport.width") === width;
  return fallback;
}

/** Whether the request has set the option to something else than its default. */
export function isChanged({ field, value }: OptionEntry, options: JobOptions): boolean {
  return JSON.stringify(value) !== JSON.stringify(defaultOf(field, options)) && value !== "";
}

/** `options` of a request that makes the same job: without those that have their default. */
export function changedOptions(options: JobOptions): OptionsBody {
  const changed = entriesOf(options).filter((entry) => isChanged(entry, options));
  return optionsBody(changed.map(({ field, value }) => [field.path, value] as const));
}

/** The value as one text. */
export function textOf(value: OptionValue): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The value in a table. */
export function wordsOf(entry: OptionEntry | undefined, field: Field): string {
  return entry ? textOf(entry.value) || fallbackOf(field) : "–";
}

/** Longest query string of a link to the form. Servers accept 8 kB and more. */
const MAX_QUERY_CHARS = 4_000;

/** The value as the text of its form field; null if the form has no text for it. */
function fieldText({ field: { kind }, value }: OptionEntry): string | null {
  if (kind === "texts") return Array.isArray(value) && value.length === 1 ? textOf(value[0] ?? "") : null;
  if (kind === "choices") return Array.isArray(value) ? value.map(textOf).join(", ") : null;
  return textOf(value);
}

/**
 * Link to the form of the API documentation, filled in with the job's page and options; and the options that do not fit
 * into a link. Secrets are never in one.
 */
export function formLink({ url, options }: Pick<JobView, "url" | "options">): {
  href: string;
  leftOut: string[];
} {
  const query = new URLSearchParams(url ? { url } : {});
  const leftOut: string[] = [];
  for (const entry of entriesOf(options).filter((one) => isChanged(one, options))) {
    const { path } = entry.field;
    const text = isSecret(entry.field) ? null : fieldText(entry);
    if (text === null || query.toString().length + text.length > MAX_QUERY_CHARS) leftOut.push(path);
    else query.set(`options.${path}`, text);
  }
  return { href: `/docs?${query}#create-job`, leftOut };
}
