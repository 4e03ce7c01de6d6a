/** The look of a button, as its owner sets it in the Widget tab: values of the button's CSS variables. */

const SHAPES = { rounded: "8px", square: "0px", pill: "999px" } as const;
const SIZES = {
  small: { font: "14px", padding: "0.375em 1em" },
  normal: { font: "16px", padding: "0.5em 1.25em" },
  large: { font: "20px", padding: "0.625em 1.5em" },
} as const;

export interface ButtonLook {
  /** Colours as `#rrggbb`. */
  readonly background: string;
  readonly color: string;
  readonly shape: keyof typeof SHAPES;
  readonly size: keyof typeof SIZES;
  readonly icon: boolean;
}

/** The look without any CSS variable, as in widget/style.css. */
export const DEFAULT_LOOK: ButtonLook = {
  background: "#1d4ed8",
  color: "#ffffff",
  shape: "rounded",
  size: "normal",
  icon: true,
};

/** The CSS variables that differ from the default look. */
export function lookVariables({
  background,
  color,
  shape,
  size,
  icon,
}: ButtonLook): [name: string, value: string][] {
  const { font, padding } = SIZES[size];
  return [
    ...(background === DEFAULT_LOOK.background ? [] : [["--platen-background", background] as const]),
    ...(color === DEFAULT_LOOK.color ? [] : [["--platen-color", color] as const]),
    ...(shape === DEFAULT_LOOK.shape ? [] : [["--platen-radius", SHAPES[shape]] as const]),
    ...(size === DEFAULT_LOOK.size
      ? []
      : ([
          ["--platen-font", `500 ${font} / 1.25 system-ui, sans-serif`],
          ["--platen-padding", padding],
        ] as const)),
    ...(icon ? [] : [["--platen-icon", "none"] as const]),
  ].map(([name, value]) => [name, value]);
}

function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. Readable text has 4.5. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
