/** The guides of the site. Each is made of files in `docs`, or of sections of them: `api.md#limits`. */

interface GuideEntry {
  slug: string;
  title: string;
  parts: readonly string[];
}

interface GuideGroup {
  title: string;
  guides: readonly GuideEntry[];
}

const platform = (slug: string, title: string): GuideEntry => ({
  slug,
  title,
  parts: [`widget/${slug}.md`],
});

/** A section that has its own entry is left out of the guide with the rest of its file. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: "Guides",
    guides: [
      { slug: "quick-start", title: "Quick start", parts: ["api.md#quick-start", "api.md#authentication"] },
      { slug: "jobs", title: "Jobs and options", parts: ["api.md"] },
      {
        slug: "waiting",
        title: "Waiting for a result",
        parts: [
          "api.md#wait-for-the-result",
          "api.md#receive-the-file",
          "api.md#stages",
          "api.md#idempotency",
        ],
      },
      {
        slug: "errors",
        title: "Errors and warnings",
        parts: ["api.md#errors", "rendering.md#warnings"],
      },
      {
        slug: "limits",
        title: "Limits and credits",
        parts: ["api.md#credits-and-plans", "api.md#rate-limits", "api.md#limits"],
      },
      { slug: "rendering", title: "Rendering", parts: ["rendering.md"] },
      { slug: "pdf", title: "PDFs", parts: ["rendering.md#pdf"] },
      { slug: "accessible-pdf", title: "Accessible PDFs", parts: ["accessible-pdf.md"] },
      { slug: "screenshots", title: "Screenshots", parts: ["rendering.md#screenshots"] },
      {
        slug: "browsers",
        title: "Browsers and fonts",
        parts: ["rendering.md#browsers", "rendering.md#fonts", "rendering.md#fidelity"],
      },
      { slug: "security", title: "Security", parts: ["security.md"] },
      { slug: "accounts", title: "Accounts and keys", parts: ["accounts.md"] },
      { slug: "billing", title: "Plans and billing", parts: ["billing.md"] },
    ],
  },
  {
    title: "Widget",
    guides: [
      { slug: "widget", title: "Button on your site", parts: ["widget.md"] },
      { slug: "wix", title: "Wix", parts: ["widget/wix.md", "rendering.md#wix-pages"] },
      platform("wordpress", "WordPress"),
      platform("shopify", "Shopify"),
      platform("squarespace", "Squarespace"),
      platform("webflow", "Webflow"),
      platform("ghost", "Ghost"),
      platform("react", "React"),
      platform("next", "Next.js"),
      platform("vue", "Vue"),
      platform("html", "Plain HTML"),
    ],
  },
  {
    title: "Your own installation",
    guides: [
      { slug: "self-hosting", title: "Self-hosting", parts: ["self-hosting.md"] },
      { slug: "operations", title: "Operations", parts: ["operations.md"] },
      { slug: "performance", title: "Performance", parts: ["performance.md"] },
      { slug: "scale", title: "Scale and cost", parts: ["scale.md"] },
      { slug: "architecture", title: "Architecture", parts: ["architecture.md"] },
      { slug: "glossary", title: "Glossary", parts: ["glossary.md"] },
    ],
  },
];
