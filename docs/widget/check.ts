/** Compares the published types with those of the element: the type check fails if they differ. */

import type { JSX } from "react";
import type { ButtonAttributeName, ButtonProperties } from "#contract/widget/attributes.ts";
import type { PlatenEvents } from "../../widget/events.ts";
import type { PlatenButtonAttributes, PlatenButtonElement, PlatenButtonEvents } from "./platen-button";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

true satisfies Same<keyof PlatenButtonAttributes, ButtonAttributeName>;
true satisfies Same<PlatenButtonEvents, PlatenEvents>;
true satisfies Same<Pick<PlatenButtonElement, keyof ButtonProperties>, ButtonProperties>;
true satisfies Same<
  JSX.IntrinsicElements["platen-button"]["screenshot-full-page"],
  "true" | "false" | undefined
>;
