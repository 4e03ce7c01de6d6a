/** `options` of a request from a flat list of values: what forms, flags and the button fill in. */

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

/** `options` of a request, from values by path. Groups without a value are left out. */
export function optionsBody(values: Iterable<readonly [path: string, value: OptionValue]>): OptionsBody {
  const body: OptionsBody = {};
  for (const [path, value] of values) place(body, path.split("."), value);
  return body;
}
