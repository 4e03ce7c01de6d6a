/** The addresses of the site that have a document of their own, with the texts for search engines and link previews. */

interface SitePage {
  path: `/${string}`;
  title: string;
  description: string;
  /** Whether search engines may list it. The others show nothing without a sign-in. */
  isListed: boolean;
  /** Whether addresses below the path show the same page. */
  hasSubpaths?: true;
}

const SERVICE =
  "Turn any web page into a PDF or a screenshot: one API call for developers, one button for site owners.";

export const SITE_PAGES = {
  landing: {
    path: "/",
    title: "Platen: web pages to PDFs and screenshots",
    description: SERVICE,
    isListed: true,
  },
  docs: {
    path: "/docs",
    title: "API Docs · Platen",
    description:
      "Each call, option, limit and error of the Platen API, with requests that you can send from the page.",
    isListed: true,
    hasSubpaths: true,
  },
  embed: {
    path: "/embed",
    title: "Widget · Platen",
    description:
      "A button that saves the page of your visitor as a PDF or a screenshot, in one line of HTML.",
    isListed: true,
  },
  plans: {
    path: "/plans",
    title: "Plans · Platen",
    description: "Credits, pages and limits of the plans Free, Starter and Pro, and the price of overage.",
    isListed: true,
  },
  status: {
    path: "/status",
    title: "Status · Platen",
    description: "Whether Platen works now, and how it worked on each of the last 90 days.",
    isListed: true,
  },
  changelog: {
    path: "/changelog",
    title: "Changelog · Platen",
    description: "What changed in Platen, by date.",
    isListed: true,
  },
  terms: {
    path: "/terms",
    title: "Terms · Platen",
    description: "The terms under which Platen converts web pages.",
    isListed: true,
  },
  privacy: {
    path: "/privacy",
    title: "Privacy · Platen",
    description: "Which data Platen stores, why and for how long.",
    isListed: true,
  },
  security: {
    path: "/security",
    title: "Security · Platen",
    description: "How Platen protects pages, files and keys, and how to report a weakness.",
    isListed: true,
  },
  auth: {
    path: "/auth",
    title: "Sign In · Platen",
    description: SERVICE,
    isListed: false,
    hasSubpaths: true,
  },
  dashboard: {
    path: "/dashboard",
    title: "Dashboard · Platen",
    description: SERVICE,
    isListed: false,
    hasSubpaths: true,
  },
  jobs: {
    path: "/jobs",
    title: "Jobs · Platen",
    description: SERVICE,
    isListed: false,
    hasSubpaths: true,
  },
  widget: {
    path: "/widget",
    title: "Widget · Platen",
    description: SERVICE,
    isListed: false,
    hasSubpaths: true,
  },
  settings: {
    path: "/settings",
    title: "Settings · Platen",
    description: SERVICE,
    isListed: false,
    hasSubpaths: true,
  },
} as const satisfies Record<string, SitePage>;
