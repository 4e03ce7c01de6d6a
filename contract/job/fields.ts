/** The options as a flat list: for forms, flags, tables and the button's attributes. */
import { type Group, isOption, type Option } from "./option.ts";
import { SECTIONS } from "./options.ts";
import type { OutputType } from "./values.ts";

export type Field = Option & {
  /** Path of the option inside `options`, such as `pdfOptions.margin.top`. */
  path: string;
  /** Title of the option's section. */
  section: string;
  /** The output type that the option applies to; null for all. */
  only: OutputType | null;
};

/** The groups of options that belong to one output type. Markdown and HTML have none. */
const GROUP_OF = { pdfOptions: "pdf", screenshotOptions: "screenshot" } as const;

function outputOf(path: string): OutputType | null {
  const [group] = path.split(".");
  return group === "pdfOptions" || group === "screenshotOptions" ? GROUP_OF[group] : null;
}

function fieldsOf(group: Group, section: string, prefix = ""): Field[] {
  return Object.entries(group).flatMap(([name, node]) => {
    const path = `${prefix}${name}`;
    if (!isOption(node)) return fieldsOf(node, section, `${path}.`);
    return [{ ...node, path, section, only: outputOf(path) }];
  });
}

export const FIELDS: readonly Field[] = SECTIONS.flatMap(({ title, options }) => fieldsOf(options, title));
