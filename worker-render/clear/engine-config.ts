/** How the filter engines are made: in the build, and by the weekly refresh. */
import type { Config } from "@ghostery/adblocker";

/** Leaves out what would need code in the page or changed responses. */
export const ENGINE_CONFIG: Partial<Config> = {
  enableCompression: false,
  enableHtmlFiltering: false,
  loadCSPFilters: false,
  loadExtendedSelectors: false,
};
