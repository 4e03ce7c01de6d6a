/** The screen of an address, by the first segment of its path (spec §2). */

export const TABS = ["dashboard", "docs", "widget", "plans", "settings"] as const;
export type Tab = (typeof TABS)[number];
export type Place = Tab | "landing" | "auth" | "embed";

export const TAB_LABELS = {
  dashboard: "Dashboard",
  docs: "API Docs",
  widget: "Widget",
  plans: "Plans",
  settings: "Settings",
} as const satisfies Record<Tab, string>;

const PLACES: readonly Place[] = [...TABS, "auth", "embed"];

export function placeOf(path: string): Place {
  const [, first = ""] = path.split("/");
  return PLACES.find((place) => place === first) ?? "landing";
}

const LAST_TAB_KEY = "platen.tab";

export function rememberTab(tab: Tab): void {
  localStorage.setItem(LAST_TAB_KEY, tab);
}

/** The tab shown when the address names none. */
export function lastTab(): Tab {
  const stored = localStorage.getItem(LAST_TAB_KEY);
  return TABS.find((tab) => tab === stored) ?? "dashboard";
}
