/** Entry of the script that a site includes. It defines `<platen-button>` and no globals. */
import { WIDGET_TAG } from "#contract/widget/embed.ts";
import { PlatenButton } from "./element.svelte.ts";

// A page may include the script twice, for example once more by a plugin.
if (!customElements.get(WIDGET_TAG)) customElements.define(WIDGET_TAG, PlatenButton);
