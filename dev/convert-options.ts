/** Turns the flags of `npm run convert` into a body of `POST /jobs`. The API checks the values. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FIELDS, type Field } from "#contract/job/fields.ts";
import { readOption } from "#contract/job/option-text.ts";
import { fallbackOf, valuesOf } from "#contract/job/option-words.ts";
import { OPTIONS } from "#contract/job/options.ts";
import { type OptionValue, optionsBody } from "#contract/job/options-body.ts";

/** Shorter ways to write some flags. */
const SWITCHES: Readonly<Record<string, { flag: string; value: string }>> = {
  screenshot: { flag: "output-type", value: "screenshot" },
  markdown: { flag: "output-type", value: "markdown" },
  mobile: { flag: "form-factor", value: "mobile" },
  wix: { flag: "platform", value: "wix" },
};
const SIDES = ["top", "right", "bottom", "left"];

/** `pdfOptions.margin.top` is `--margin-top`: the two groups share the flags of options that both have. */
function flagOf({ path, only }: Field): string {
  const words = path.split(".").slice(only === null ? 0 : 1);
  return words.join("-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The command fetches the file by its link, so the response type is not a choice. */
const FLAGS = Map.groupBy(
  FIELDS.filter(({ path }) => path !== "responseType"),
  flagOf,
);

function usageOf([flag, [field]]: [string, Field[]]): string {
  if (!field) return "";
  return `  --${flag} VALUE\n      ${field.meaning}\n      ${valuesOf(field)}. Default: ${fallbackOf(field)}.`;
}

/** Flags of a page that is a file on this machine. */
const PAGE_FLAGS = ["html", "markdown", "base-url"];

export const USAGE = `npm run convert -- URL [FILE] [options]
npm run convert -- --html PAGE.html [FILE] [options]
npm run convert -- --markdown PAGE.md [FILE] [options]

  --base-url URL
      Address of the HTML or Markdown, for its relative addresses. Default: none.

${[...FLAGS].map(usageOf).join("\n")}

Shorter:
  --screenshot, --markdown   output type
  --mobile, --wix            form factor, platform
  --margin 1cm               all four margins
  --viewport 1280x800        width and height of the window`;

/** Replaces the short flags with the full ones that they stand for. */
function expand(flags: Record<string, unknown>): Map<string, string> {
  const full = new Map<string, string>();
  for (const [name, value] of Object.entries(flags)) {
    const short = SWITCHES[name];
    if (short) full.set(short.flag, short.value);
    else if (typeof value !== "string") continue;
    else if (name === "margin") for (const side of SIDES) full.set(`margin-${side}`, value);
    else if (name === "viewport") {
      const [width = "", height] = value.split("x");
      full.set("viewport-width", width);
      if (height !== undefined) full.set("viewport-height", height);
    } else full.set(name, value);
  }
  return full;
}

function textIn(path: string | undefined): string | undefined {
  return path === undefined ? undefined : readFileSync(path, "utf8");
}

export interface Conversion {
  file: string | undefined;
  body: unknown;
}

/**
 * Null when there is no page.
 * @throws Error for a file that cannot be read, and for a flag that is unknown or does not apply to the output type.
 */
export function readConversion(args: string[]): Conversion | null {
  const texts = [...FLAGS.keys(), "margin", "viewport", ...PAGE_FLAGS].map(
    (name) => [name, { type: "string" }] as const,
  );
  const switches = Object.keys(SWITCHES).map((name) => [name, { type: "boolean" }] as const);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries([...texts, ...switches]),
  });
  const flags = expand(values);
  const [html, markdown, baseUrl] = PAGE_FLAGS.map((flag) => flags.get(flag));
  for (const flag of PAGE_FLAGS) flags.delete(flag);
  const isFile = html !== undefined || markdown !== undefined;
  const [url, file] = isFile ? [undefined, ...positionals] : positionals;
  if (url === undefined && !isFile) return null;
  const output = flags.get("output-type") ?? OPTIONS.outputType.default;
  const options = [...flags].map(([flag, text]): [string, OptionValue] => {
    const field = FLAGS.get(flag)?.find(({ only }) => only === null || only === output);
    if (!field) throw new Error(`--${flag} does not apply to ${output}.`);
    return [field.path, readOption(field, text)];
  });
  const page = { url, html: textIn(html), markdown: textIn(markdown), baseUrl };
  return { file, body: { ...page, options: optionsBody(options) } };
}
