/** The options as a flat list: for forms, flags, tables and the button's attributes. */
import { type Group, isOption, type Option } from "./option.ts";
import { OPTIONS } from "./options.ts";
import type { OutputType } from "./values.ts";

export type Field = Option & {
  /** Path of the option inside `options`, such as `pdfOptions.margin.top`. */
  path: string;
  /** The output type that the option applies to; null for both. */
  only: OutputType | null;
};

/** The groups of options that belong to one output type. */
const GROUP_OF = { pdfOptions: "pdf", screenshotOptions: "screenshot" } as const;

function outputOf(path: string): OutputType | null {
  const [group] = path.split(".");
  return group === "pdfOptions" || group === "screenshotOptions" ? GROUP_OF[group] : null;
}

function fieldsOf(group: Group, prefix: string): Field[] {
  return Object.entries(group).flatMap(([name, node]) => {
    const path = `${prefix}${name}`;
    return isOption(node) ? [{ ...node, path, only: outputOf(path) }] : fieldsOf(node, `${path}.`);
  });
}

export const FIELDS: readonly Field[] = fieldsOf(OPTIONS, "");

/** The option's default, in words. */
export function fallbackOf({ fallback, default: value }: Option): string {
  return fallback ?? String(value);
}

/** The accepted values, in words. `quote` marks up literal values. */
export function valuesOf(option: Option, quote = (value: string) => value): string {
  switch (option.kind) {
    case "choice":
      return option.values.map((value) => quote(value || '""')).join(", ");
    case "flag":
      return `${quote("true")}, ${quote("false")}`;
    case "integer":
      return `${option.min} to ${option.max}`;
    case "pixels":
      return `above 0, up to ${option.max}`;
    case "length":
      return `length in px, cm, mm, Q, in, pc or pt, up to ${option.maxPx}px`;
    default:
      return option satisfies never;
  }
}
