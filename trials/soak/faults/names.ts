/** The names that `--faults` takes. */
export const FAULT_NAMES = [
  "kill-browser",
  "freeze-browser",
  "pause-browser",
  "kill-renderer",
  "kill-workerd",
  "kill-node",
  "starve",
  "refuse-pages",
  "stall-pages",
  "repeat-messages",
  "fill-disk",
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];
