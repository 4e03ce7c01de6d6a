/** Holds the published types to the element's own: the type check fails where they differ. */
import type { ButtonAttributeName, ButtonProperties } from "#contract/widget/attributes.ts";
import type { PlatenEvents } from "../../widget/events.ts";
import type { PlatenButtonAttributes, PlatenButtonElement, PlatenButtonEvents } from "./platen-button";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

true satisfies Same<keyof PlatenButtonAttributes, ButtonAttributeName>;
true satisfies Same<PlatenButtonEvents, PlatenEvents>;
true satisfies Same<Pick<PlatenButtonElement, keyof ButtonProperties>, ButtonProperties>;
