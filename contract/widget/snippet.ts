/** The snippet that a site owner pastes (spec §3, §7). */
import { BUTTON_ATTRIBUTES, type ButtonAttributeName } from "./attributes.ts";
import { WIDGET_PATH, WIDGET_TAG } from "./embed.ts";

/** Values of a button's attributes. Attributes that are left out have their default. */
export type ButtonConfig = Readonly<Partial<Record<string, string>>> & {
  readonly [Name in ButtonAttributeName]?: string;
};

/** Configuration that the Widget tab starts with. */
export const NEW_BUTTON = { "button-text": "Generate PDF" } as const satisfies ButtonConfig;

/** Leaves out empty values, and a custom URL that is not used. */
function isWritten(name: string, value: string, config: ButtonConfig): boolean {
  return value !== "" && (name !== "custom-url" || config["url-source"] === "custom");
}

/**
 * The attributes of the snippet, in order. PDF attributes are included only for pdf, screenshot attributes only for
 * screenshot.
 */
export function embedAttributes(publicKey: string, config: ButtonConfig): [name: string, value: string][] {
  const chosen: ButtonConfig = { ...config, "public-key": publicKey };
  const output = config["output-type"] ?? "pdf";
  return BUTTON_ATTRIBUTES.filter(({ only }) => only === null || only === output)
    .map(({ name, default: fallback }): [string, string] => [name, chosen[name] ?? String(fallback ?? "")])
    .filter(([name, value]) => isWritten(name, value, config));
}

function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** HTML of the snippet: the script from `origin`, and the element. */
export function embedCode(origin: string, publicKey: string, config: ButtonConfig): string {
  const attributes = embedAttributes(publicKey, config)
    .map(([name, value]) => `\n  ${name}="${escapeAttribute(value)}"`)
    .join("");
  return `<script src="${origin}${WIDGET_PATH}" defer></script>\n<${WIDGET_TAG}${attributes}\n></${WIDGET_TAG}>`;
}
