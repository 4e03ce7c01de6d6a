/** All faults by name. */
import { freezeBrowser, killBrowser, killRenderer, pauseBrowser } from "./browser.ts";
import type { Fault } from "./fault.ts";
import type { FaultName } from "./names.ts";
import { killNode, killWorkerd, starve } from "./runtime.ts";
import { fillDisk, refusePages, repeatMessages, stallPages } from "./surroundings.ts";

export const FAULTS: Record<FaultName, Fault> = {
  "kill-browser": killBrowser,
  "freeze-browser": freezeBrowser,
  "pause-browser": pauseBrowser,
  "kill-renderer": killRenderer,
  "kill-workerd": killWorkerd,
  "kill-node": killNode,
  starve,
  "refuse-pages": refusePages,
  "stall-pages": stallPages,
  "repeat-messages": repeatMessages,
  "fill-disk": fillDisk,
};
