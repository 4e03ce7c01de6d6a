/** The window that both kinds of output have. */
import { LIMITS } from "../limits.ts";
import { VIEWPORTS } from "./values.ts";

export const VIEWPORT_OPTIONS = {
  width: {
    kind: "pixels",
    max: LIMITS.viewportPx,
    default: null,
    fallback: `${VIEWPORTS.desktop.width} (mobile: ${VIEWPORTS.mobile.width})`,
    label: "Viewport width",
    meaning: "Width of the browser's window in CSS px, rounded to whole ones.",
  },
  height: {
    kind: "pixels",
    max: LIMITS.viewportPx,
    default: null,
    fallback: `${VIEWPORTS.desktop.height} (mobile: ${VIEWPORTS.mobile.height})`,
    label: "Viewport height",
    meaning: "Height of the browser's window in CSS px, rounded to whole ones.",
  },
} as const;
