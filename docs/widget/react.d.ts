/** `<platen-button>` in JSX of React 19. Keep it beside `platen-button.d.ts`. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { PlatenButtonAttributes, PlatenButtonElement, PlatenButtonEvents } from "./platen-button";

/** React leaves out an attribute whose value is `false`, so a flag is a text. */
type ButtonAttributes = {
  [Name in keyof PlatenButtonAttributes]: Exclude<PlatenButtonAttributes[Name], boolean>;
};
type Handlers = {
  [Name in keyof PlatenButtonEvents as `on${Name}`]?: (event: PlatenButtonEvents[Name]) => void;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "platen-button": DetailedHTMLProps<HTMLAttributes<PlatenButtonElement>, PlatenButtonElement> &
        ButtonAttributes &
        Handlers;
    }
  }
}
