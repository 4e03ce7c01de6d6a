/** Where the button's script and its calls are, and what a site may change of its looks. The widget imports this file. */

export const WIDGET_TAG = "platen-button";
export const WIDGET_PATH = "/cdn/widget/bundle.js";
/** Most that the script may weigh, gzipped. */
export const WIDGET_SCRIPT_BYTES = 20_000;
/** Under the origin that serves the script. */
export const WIDGET_API = "/api/v1/widget";

/** What a page may change of the button's looks: CSS variables, … */
export const WIDGET_VARIABLES = [
  { name: "--platen-background", description: "Colour of the button." },
  { name: "--platen-background-hover", description: "Colour of the button while the pointer is over it." },
  { name: "--platen-color", description: "Colour of the label and icon." },
  { name: "--platen-border", description: "Border of the button (CSS border value)." },
  { name: "--platen-radius", description: "Corner radius of the button." },
  { name: "--platen-padding", description: "Space around the label." },
  { name: "--platen-font", description: "Font of the label (CSS font value)." },
  { name: "--platen-focus", description: "Colour of the focus ring." },
] as const;

/** … and what `::part()` reaches. */
export const WIDGET_PARTS = [
  { name: "button", description: "The button itself." },
  { name: "icon", description: "The icon before the label." },
  { name: "label", description: "The label." },
  { name: "progress", description: "The progress bar behind the label." },
  { name: "notice", description: "The error message." },
  { name: "close", description: "The button that closes the error message." },
] as const;
