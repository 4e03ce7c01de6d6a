/** Reads an option's value from the text of a form field or a command-line flag. */
import type { Option } from "./option.ts";
import type { OptionValue } from "./options-body.ts";

function fromJson(text: string): OptionValue | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads lines of `Name: value`. */
function fromLines(text: string): OptionValue | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const pairs = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line)?.slice(1) ?? []);
  if (pairs.some((pair) => pair.length < 2)) return null;
  return Object.fromEntries(pairs);
}

/**
 * The value in the type that the option has. A text that is not such a value stays a text: the API then names the option
 * and says what it accepts.
 */
export function readOption({ kind }: Option, text: string): OptionValue {
  switch (kind) {
    case "flag":
      return text === "true" || text === "false" ? text === "true" : text;
    case "integer":
    case "number":
    case "pixels":
      return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
    case "choices":
      return text.split(/[\s,]+/).filter((word) => word !== "");
    case "map":
      return fromJson(text) ?? fromLines(text) ?? text;
    case "list":
      return fromJson(text) ?? text;
    case "choice":
    case "length":
    case "text":
    case "texts":
      return text;
    default:
      return kind satisfies never;
  }
}
