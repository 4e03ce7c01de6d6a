/** The script a site includes: defines `<platen-button>`, once, and leaves nothing else behind. */
import { WIDGET_TAG } from "#contract/widget/embed.ts";
import { PlatenButton } from "./element.svelte.ts";

// A page may include the script twice, or a second copy by way of a plugin.
if (!customElements.get(WIDGET_TAG)) customElements.define(WIDGET_TAG, PlatenButton);
