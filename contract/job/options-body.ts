/**
 * Builds `options` of a request from a flat list of values, as forms, command-line flags and the button collect them.
 */

export type OptionValue = string | number | boolean | readonly OptionValue[] | OptionsBody;
export interface OptionsBody {
  [name: string]: OptionValue;
}

function isBody(value: OptionValue): value is OptionsBody {
  return typeof value === "object" && !Array.isArray(value);
}

/** Puts the value at its path, such as `["pdfOptions", "format"]`. */
function place(body: OptionsBody, [name = "", ...rest]: string[], value: OptionValue): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = body[name] ?? {};
  if (!isBody(inner)) return;
  body[name] = inner;
  place(inner, rest, value);
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
