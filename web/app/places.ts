/** The screen of an address, by the first segment of its path (spec §2). */
import { MISSING_TITLE, SITE_PAGES } from "#contract/site.ts";

export const TABS = ["dashboard", "docs", "widget", "plans", "settings"] as const;
export type Tab = (typeof TABS)[number];
const INFO_PAGES = ["status", "changelog", "terms", "privacy", "security"] as const;
export type InfoPage = (typeof INFO_PAGES)[number];
export type Place = Tab | InfoPage | "landing" | "auth" | "embed" | "jobs" | "admin" | "missing";

export const TAB_LABELS = {
  dashboard: "Dashboard",
  docs: "API Docs",
  widget: "Widget",
  plans: "Plans",
  settings: "Settings",
} as const satisfies Record<Tab, string>;

const PLACES: readonly Place[] = [...TABS, ...INFO_PAGES, "auth", "embed", "jobs", "admin"];

export function placeOf(path: string): Place {
  const [, first = "", , deeper] = path.split("/");
  // A job has no pages below it. Other screens are shown at every address below their own.
  if (first === "jobs" && deeper) return "missing";
  return first === "" ? "landing" : (PLACES.find((place) => place === first) ?? "missing");
}

export function isInfoPage(place: Place): place is InfoPage {
  return INFO_PAGES.some((page) => page === place);
}

/** Title of the browser tab; null for a screen that sets it itself. */
export function titleOf(place: Place, path: string): string | null {
  if (place === "docs") return null;
  if (path === "/dashboard/usage") return "Usage · Platen";
  return place === "missing" ? MISSING_TITLE : SITE_PAGES[place].title;
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
