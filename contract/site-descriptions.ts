/** Descriptions of the site's pages for search engines and link previews. Apart, so that no page loads them as a script. */
import { SITE_PAGES, type SitePage } from "./site.ts";

export interface DescribedPage extends SitePage {
  description: string;
}

export const SERVICE_DESCRIPTION =
  "Turn any web page into a PDF or a screenshot: one API call for developers, one button for site owners.";

export const DESCRIBED_PAGES: readonly DescribedPage[] = [
  { ...SITE_PAGES.landing, description: SERVICE_DESCRIPTION },
  {
    ...SITE_PAGES.docs,
    description:
      "Each call, option, limit and error of the Platen API, with requests that you can send from the page.",
  },
  {
    ...SITE_PAGES.embed,
    description:
      "A button that saves the page of your visitor as a PDF or a screenshot, in one line of HTML.",
  },
  {
    ...SITE_PAGES.plans,
    description: "Credits, pages and limits of the plans Free, Starter and Pro, and the price of overage.",
  },
  {
    ...SITE_PAGES.status,
    description: "Whether Platen works now, and how it worked on each of the last 90 days.",
  },
  { ...SITE_PAGES.changelog, description: "What changed in Platen, by date." },
  { ...SITE_PAGES.terms, description: "The terms under which Platen converts web pages." },
  { ...SITE_PAGES.privacy, description: "Which data Platen stores, why and for how long." },
  {
    ...SITE_PAGES.security,
    description: "How Platen protects pages, files and keys, and how to report a weakness.",
  },
  { ...SITE_PAGES.auth, description: SERVICE_DESCRIPTION },
  { ...SITE_PAGES.dashboard, description: SERVICE_DESCRIPTION },
  { ...SITE_PAGES.jobs, description: SERVICE_DESCRIPTION },
  { ...SITE_PAGES.widget, description: SERVICE_DESCRIPTION },
  { ...SITE_PAGES.settings, description: SERVICE_DESCRIPTION },
  { ...SITE_PAGES.admin, description: "The page of the operator of this service." },
];
