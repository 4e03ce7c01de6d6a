/** Turns the attributes of the element into the body of a job request. */
import { type OptionsBody, type OptionValue, optionsBody } from "#contract/job/options-body.ts";
import type { ButtonAttribute } from "#contract/widget/attributes.ts";
import { parseAttribute } from "#contract/widget/parse-attribute.ts";
import { warnOnce } from "./console.ts";
import { Failure } from "./failure.ts";
import { isInForeignFrame, pageAddress } from "./frame.ts";

/** The table of contract/widget/attributes.ts without its texts. The build inserts it to keep the script small. */
declare const BUTTON_ATTRIBUTES: readonly ButtonAttribute[];
const ATTRIBUTES = BUTTON_ATTRIBUTES;

/** Names of each attribute (kebab-case) and its property (camelCase). */
export const NAMES = ATTRIBUTES.map(({ name }) => ({
  attribute: name,
  property: name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
}));

/** Value of the attribute, or its default. Logs a warning for an invalid value. */
function valueIn(element: Element, attribute: ButtonAttribute): OptionValue {
  const fallback = attribute.default ?? "";
  const text = element.getAttribute(attribute.name)?.trim();
  if (text === undefined) return fallback;
  const value = parseAttribute(attribute, text, document.baseURI);
  if (value !== null) return value;
  warnOnce(`${attribute.name}="${text}" is not valid. The default "${fallback}" is used.`);
  return fallback;
}

export function readSetting(element: Element, name: string): OptionValue {
  const attribute = ATTRIBUTES.find((one) => one.name === name);
  return attribute ? valueIn(element, attribute) : "";
}

/** The page to convert. @throws Failure `page_unknown` */
function targetUrl(element: Element): string {
  const isCustom = readSetting(element, "url-source") === "custom";
  const custom = String(readSetting(element, "custom-url"));
  if (isCustom && !custom) warnOnce('url-source="custom" needs a custom-url. The current page is used.');
  const current = isCustom && custom ? null : pageAddress();
  if (current !== null) return current;
  if (custom) return new URL(custom, document.baseURI).href;
  throw new Failure(
    "page_unknown",
    `The button does not know its page's address, because ${isInForeignFrame() ? "it is in a frame of another site" : `${location.protocol} pages have none`}. Set url-source="custom" and custom-url.`,
  );
}

/** Whether the attribute applies, given the output type and the options that it depends on. */
function applies(element: Element, { only, when, path }: ButtonAttribute): boolean {
  if (only !== null && only !== readSetting(element, "output-type")) return false;
  if (!when || path === null) return true;
  const other = path.replace(/[^.]+$/, when.option);
  const condition = ATTRIBUTES.find((one) => one.path === other);
  return condition === undefined || when.values.includes(String(readSetting(element, condition.name)));
}

export interface ButtonRequest {
  url: string;
  options: OptionsBody;
}

/**
 * Body of the job request: the options that apply, with their defaults where the attribute is absent.
 * @throws Failure `page_unknown`
 */
export function jobRequest(element: Element): ButtonRequest {
  const values = ATTRIBUTES.flatMap((attribute): [string, OptionValue][] => {
    if (attribute.path === null || !applies(element, attribute)) return [];
    return attribute.default === null ? [] : [[attribute.path, valueIn(element, attribute)]];
  });
  return { url: targetUrl(element), options: optionsBody(values) };
}
