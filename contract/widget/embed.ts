/** Addresses of the button's script and API, and what a site can change of its look. The widget imports this file. */

export const WIDGET_TAG = "platen-button";
export const WIDGET_PATH = "/cdn/widget/bundle.js";
/** Maximum size of the script, gzipped. */
export const WIDGET_SCRIPT_BYTES = 20_000;
/** Path of the widget's API, on the origin that serves the script. */
export const WIDGET_API = "/api/v1/widget";

/** The button's label in English, by output. */
export const BUTTON_LABELS = { pdf: "Generate PDF", screenshot: "Generate screenshot" } as const;

/** CSS variables that change the button's look. */
export const WIDGET_VARIABLES = [
  { name: "--platen-background", description: "Colour of the button." },
  { name: "--platen-background-hover", description: "Colour of the button while the pointer is over it." },
  { name: "--platen-color", description: "Colour of the label and icon." },
  { name: "--platen-border", description: "Border of the button (CSS border value)." },
  { name: "--platen-radius", description: "Corner radius of the button." },
  { name: "--platen-padding", description: "Space around the label." },
  { name: "--platen-font", description: "Font of the label (CSS font value)." },
  { name: "--platen-icon", description: "CSS display of the icon: none hides it." },
  { name: "--platen-focus", description: "Colour of the focus ring." },
] as const;

/** Parts of the button that `::part()` selects. */
export const WIDGET_PARTS = [
  { name: "button", description: "The button itself." },
  { name: "icon", description: "The icon before the label." },
  { name: "label", description: "The label." },
  { name: "progress", description: "The progress bar behind the label." },
  { name: "notice", description: "The message after a conversion: where the file is, or what failed." },
  { name: "open", description: "The link in the message that opens the file." },
  { name: "close", description: "The button that closes the message." },
] as const;
