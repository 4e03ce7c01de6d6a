/** `<platen-button>` in Svelte 5 markup. Keep it beside `platen-button.d.ts`. */
import type { HTMLAttributes } from "svelte/elements";
import type { PlatenButtonAttributes, PlatenButtonElement, PlatenButtonEvents } from "./platen-button";

type Handlers = {
  [Name in keyof PlatenButtonEvents as `on${Name}`]?: (event: PlatenButtonEvents[Name]) => void;
};

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "platen-button": HTMLAttributes<PlatenButtonElement> & PlatenButtonAttributes & Handlers;
  }
}
