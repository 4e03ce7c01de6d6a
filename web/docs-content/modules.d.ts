/** Modules that tools/site makes while the site is built. */
declare module "virtual:docs/contents" {
  export const GROUPS: readonly import("./content.ts").PageGroup[];
}

/** Sections of each page, by its address. */
declare module "virtual:docs/sections" {
  const sections: Readonly<Record<string, readonly import("./content.ts").PageSection[]>>;
  export default sections;
}

declare module "virtual:docs/pages" {
  /** Loads a page, by its address. */
  export const PAGES: Readonly<Record<string, () => Promise<{ default: import("./content.ts").DocsPage }>>>;
  /** Loads the Markdown of a guide, by its address. */
  export const SOURCES: Readonly<Record<string, () => Promise<{ default: string }>>>;
}

declare module "virtual:docs/search" {
  const entries: readonly import("./content.ts").SearchEntry[];
  export default entries;
}

declare module "virtual:docs/times" {
  const times: readonly import("./content.ts").KnownTimes[];
  export default times;
}
