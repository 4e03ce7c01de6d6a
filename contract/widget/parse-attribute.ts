/** Parses the text of a button's attribute. The widget and the site check use it. */
import { parseCssLength } from "../job/css-length.ts";
import type { OptionValue } from "../job/options-body.ts";
import type { ButtonAttribute } from "./attributes.ts";

function parseInteger(text: string, min: number, max: number): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= min && number <= max ? number : null;
}

/** The value; null if the text is invalid. `base`: address of the document, for relative addresses. */
export function parseAttribute(attribute: ButtonAttribute, text: string, base: string): OptionValue | null {
  switch (attribute.kind) {
    case "choice":
      return attribute.values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? null;
    case "flag":
      // In HTML, a boolean attribute without a value is true.
      if (text === "" || text === "true") return true;
      return text === "false" ? false : null;
    case "integer":
      return parseInteger(text, attribute.min, attribute.max);
    case "pixels":
      return parseInteger(text, 1, attribute.max);
    case "length":
      return parseCssLength(text) === null ? null : text;
    case "address":
      return URL.canParse(text, base) ? text : null;
    case "text":
      return text;
    default:
      return attribute satisfies never;
  }
}
