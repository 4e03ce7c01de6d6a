/** The addresses of the site that have a document of their own. */

export interface SitePage {
  path: `/${string}`;
  title: string;
  /** Whether search engines may list it. The others show nothing without a sign-in. */
  isListed: boolean;
  /** Whether addresses below the path show the same page. */
  hasSubpaths?: true;
}

export const SITE_PAGES = {
  landing: {
    path: "/",
    title: "Platen: web pages to PDFs and screenshots",
    isListed: true,
  },
  docs: {
    path: "/docs",
    title: "API Docs · Platen",
    isListed: true,
  },
  embed: {
    path: "/embed",
    title: "Widget · Platen",
    isListed: true,
  },
  plans: {
    path: "/plans",
    title: "Plans · Platen",
    isListed: true,
  },
  status: {
    path: "/status",
    title: "Status · Platen",
    isListed: true,
  },
  changelog: {
    path: "/changelog",
    title: "Changelog · Platen",
    isListed: true,
  },
  terms: {
    path: "/terms",
    title: "Terms · Platen",
    isListed: true,
  },
  privacy: {
    path: "/privacy",
    title: "Privacy · Platen",
    isListed: true,
  },
  security: {
    path: "/security",
    title: "Security · Platen",
    isListed: true,
  },
  auth: {
    path: "/auth",
    title: "Sign In · Platen",
    isListed: false,
    hasSubpaths: true,
  },
  dashboard: {
    path: "/dashboard",
    title: "Dashboard · Platen",
    isListed: false,
    hasSubpaths: true,
  },
  jobs: {
    path: "/jobs",
    title: "Jobs · Platen",
    isListed: false,
    hasSubpaths: true,
  },
  widget: {
    path: "/widget",
    title: "Widget · Platen",
    isListed: false,
    hasSubpaths: true,
  },
  admin: {
    path: "/admin",
    title: "Operator · Platen",
    isListed: false,
    hasSubpaths: true,
  },
  settings: {
    path: "/settings",
    title: "Settings · Platen",
    isListed: false,
    hasSubpaths: true,
  },
} as const satisfies Record<string, SitePage>;

export const MISSING_TITLE = "Page not found · Platen";

/** Title of a page of the documentation. */
export function docsTitle(title: string): string {
  return `${title} · Platen Docs`;
}
