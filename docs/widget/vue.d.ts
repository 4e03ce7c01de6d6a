/** `<platen-button>` in Vue 3 templates. Keep it beside `platen-button.d.ts`. */
import type { DefineComponent, HTMLAttributes } from "vue";
import type { PlatenButtonAttributes, PlatenButtonEvents } from "./platen-button";

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** Vue's tools expect the attributes and events of a template in camelCase. */
type Props = {
  [Name in keyof PlatenButtonAttributes as Camel<Name>]: PlatenButtonAttributes[Name];
};
type Handlers = {
  [Name in keyof PlatenButtonEvents as `on${Capitalize<Camel<Name>>}`]?: (
    event: PlatenButtonEvents[Name],
  ) => void;
};

declare module "vue" {
  interface GlobalComponents {
    PlatenButton: DefineComponent<HTMLAttributes & Props & Handlers>;
  }
}
