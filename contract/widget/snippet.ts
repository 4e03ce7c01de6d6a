/** The snippet that a site owner pastes (spec §3, §7). */
import { BUTTON_ATTRIBUTES, type ButtonAttributeName } from "./attributes.ts";
import { BUTTON_LABELS, WIDGET_PATH, WIDGET_TAG } from "./embed.ts";

/** Values of a button's attributes. Attributes that are left out have their default. */
export type ButtonConfig = Readonly<Partial<Record<string, string>>> & {
  readonly [Name in ButtonAttributeName]?: string;
};

/** The label that the button has without `button-text`, in English. */
export function defaultLabel(config: ButtonConfig): string {
  return config["output-type"] === "screenshot" ? BUTTON_LABELS.screenshot : BUTTON_LABELS.pdf;
}

/** Whether the snippet needs the attribute: its value is not the default, and it has an effect. */
function isWritten(name: string, value: string, fallback: string, config: ButtonConfig): boolean {
  if (value === "" || value === fallback) return false;
  // The default label follows the page's language, and a text does not.
  if (name === "button-text") return value !== defaultLabel(config);
  return name !== "custom-url" || config["url-source"] === "custom";
}

/**
 * The attributes of the snippet, in order: the public key, and those with another value than the default. PDF attributes
 * are included only for pdf, screenshot attributes only for screenshot.
 */
export function embedAttributes(publicKey: string, config: ButtonConfig): [name: string, value: string][] {
  const chosen: ButtonConfig = { ...config, "public-key": publicKey };
  const output = config["output-type"] ?? "pdf";
  return BUTTON_ATTRIBUTES.filter(({ only }) => only === null || only === output).flatMap(
    ({ name, default: fallback }): [string, string][] => {
      const value = chosen[name] ?? "";
      return isWritten(name, value, String(fallback ?? ""), config) ? [[name, value]] : [];
    },
  );
}

function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** HTML of the snippet: the script from `origin`, and the element with these CSS variables. */
export function embedCode(
  origin: string,
  publicKey: string,
  config: ButtonConfig,
  variables: readonly [name: string, value: string][] = [],
): string {
  const style = variables.map(([name, value]) => `${name}: ${value}`).join("; ");
  const attributes = [...embedAttributes(publicKey, config), ...(style ? [["style", style] as const] : [])]
    .map(([name, value]) => `\n  ${name}="${escapeAttribute(value)}"`)
    .join("");
  return `<script src="${origin}${WIDGET_PATH}" defer></script>\n<${WIDGET_TAG}${attributes}\n></${WIDGET_TAG}>`;
}
