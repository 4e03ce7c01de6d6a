/**
 * Builds `options` of a request from a flat list of values, as forms, command-line flags and the button collect them.
 */

export type OptionValue = string | number | boolean;
export interface OptionsBody {
  [name: string]: OptionValue | OptionsBody;
}

/** Puts the value at its path, such as `["pdfOptions", "format"]`. */
function place(body: OptionsBody, [name = "", ...rest]: string[], value: OptionValue): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = body[name];
  const next: OptionsBody = typeof inner === "object" ? inner : {};
  body[name] = next;
  place(next, rest, value);
}

/**
 * Nests values by their path: `pdfOptions.format` becomes `{pdfOptions: {format}}`. Groups without a value are left
 * out.
 */
export function optionsBody(values: Iterable<readonly [path: string, value: OptionValue]>): OptionsBody {
  const body: OptionsBody = {};
  for (const [path, value] of values) place(body, path.split("."), value);
  return body;
}
