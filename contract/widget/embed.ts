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
  { name: "--platen-background-hover", description: "The same while the pointer is over it." },
  { name: "--platen-color", description: "Colour of its label and icon." },
  { name: "--platen-border", description: "A whole border value." },
  { name: "--platen-radius", description: "How round its corners are." },
  { name: "--platen-padding", description: "Room around the label." },
  { name: "--platen-font", description: "A whole font value." },
  { name: "--platen-focus", description: "Colour of the focus ring." },
] as const;

/** … and what `::part()` reaches. */
export const WIDGET_PARTS = [
  { name: "button", description: "The button itself." },
  { name: "icon", description: "The picture before the label." },
  { name: "label", description: "The words on the button." },
  { name: "progress", description: "The bar that grows behind them." },
  { name: "notice", description: "The message after a failure." },
  { name: "close", description: "The × that takes the message away." },
] as const;
