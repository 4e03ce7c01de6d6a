/** Values of an option in words, for guides, forms and command lines. */
import type { Option } from "./option.ts";
import { type TextFormat, textFormat } from "./text-formats.ts";

/** The option's default, in words. */
export function fallbackOf({ fallback, default: value }: Option): string {
  return fallback ?? (value === null ? "none" : String(value));
}

function formatWords(format: TextFormat | undefined): string {
  return format ? `, ${textFormat(format).message}` : "";
}

/** The accepted values, in words. `quote` marks up literal values. */
export function valuesOf(option: Option, quote = (value: string) => value): string {
  const words = (values: readonly string[]) => values.map((value) => quote(value || '""')).join(", ");
  switch (option.kind) {
    case "choice":
      return words(option.values);
    case "flag":
      return words(["true", "false"]);
    case "integer":
    case "number":
      return `${option.min} to ${option.max}`;
    case "pixels":
      return `above 0, up to ${option.max}`;
    case "length":
      return `length in px, cm, mm, Q, in, pc or pt, ${option.minPx ? `${option.minPx}px ` : "up "}to ${option.maxPx}px`;
    case "text":
      return `text of up to ${option.maxChars} characters${formatWords(option.format)}`;
    case "texts":
      return `text or list of up to ${option.maxItems} texts, ${option.maxChars} characters in total${formatWords(option.format)}`;
    case "choices":
      return `list of ${words(option.values)}`;
    case "map":
      return `object of up to ${option.maxItems} names with texts, ${option.maxChars} characters in total`;
    case "list":
      return `list of up to ${option.maxItems} objects with ${words(Object.keys(option.item))}`;
    default:
      return option satisfies never;
  }
}
