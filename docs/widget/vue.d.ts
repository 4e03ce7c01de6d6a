/** `<platen-button>` in Vue 3 templates. Keep it beside `platen-button.d.ts`. */
import type { DefineComponent, HTMLAttributes } from "vue";
import type { PlatenButtonAttributes, PlatenButtonEvents } from "./platen-button";

type Capitalized<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Capitalize<Tail>}`
  : Capitalize<Name>;

type Handlers = {
  [Name in keyof PlatenButtonEvents as `on${Capitalized<Name>}`]?: (event: PlatenButtonEvents[Name]) => void;
};

declare module "vue" {
  interface GlobalComponents {
    PlatenButton: DefineComponent<HTMLAttributes & PlatenButtonAttributes & Handlers>;
  }
}
