/** The guides of the site. Each is made of files in `docs`, or of sections of them: `api.md#limits`. */

interface GuideEntry {
  slug: string;
  title: string;
  /** For search engines and link previews. */
  description: string;
  parts: readonly string[];
}

interface GuideGroup {
  title: string;
  guides: readonly GuideEntry[];
}

const platform = (slug: string, title: string): GuideEntry => ({
  slug,
  title,
  description: `How to add the button that saves a page as a PDF or a screenshot: ${title}, step by step.`,
  parts: [`widget/${slug}.md`],
});

/** A section that has its own entry is left out of the guide with the rest of its file. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: "Guides",
    guides: [
      {
        slug: "quick-start",
        title: "Quick start",
        description: "The first PDF with one request, and how requests prove whose they are.",
        parts: ["api.md#your-first-request", "api.md#authentication"],
      },
      {
        slug: "jobs",
        title: "Jobs and options",
        description:
          "Everything a job can do: pages, HTML and Markdown as input, every option, and the outputs.",
        parts: ["api.md"],
      },
      {
        slug: "waiting",
        title: "Waiting for a result",
        description:
          "Wait for a result in the request or by polling, receive the file directly, and repeat requests safely.",
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
        description: "The error codes and warnings of the Platen API, what they mean and what to do.",
        parts: ["api.md#errors", "rendering.md#warnings"],
      },
      {
        slug: "limits",
        title: "Limits and credits",
        description: "Credits, rate limits and the size limits of requests, pages and files.",
        parts: ["api.md#credits-and-plans", "api.md#rate-limits", "api.md#limits"],
      },
      {
        slug: "rendering",
        title: "Rendering",
        description: "How Platen decides that a page is ready, and what each option changes in the browser.",
        parts: ["rendering.md"],
      },
      {
        slug: "pdf",
        title: "PDFs",
        description: "Sheets, margins, scale, headers and footers, page ranges, watermarks and smaller PDFs.",
        parts: ["rendering.md#pdf"],
      },
      {
        slug: "accessible-pdf",
        title: "Accessible PDFs",
        description:
          "Tagged PDFs that screen readers can read: what they contain, and what depends on your page.",
        parts: ["accessible-pdf.md"],
      },
      {
        slug: "screenshots",
        title: "Screenshots",
        description:
          "Whole pages, elements and areas as PNG, JPEG or WebP, and how very tall pages are captured.",
        parts: ["rendering.md#screenshots"],
      },
      {
        slug: "browsers",
        title: "Browsers and fonts",
        description:
          "Which browser renders the pages, with which fonts, and how results compare with your own browser.",
        parts: ["rendering.md#browsers", "rendering.md#fonts", "rendering.md#fidelity"],
      },
      {
        slug: "security",
        title: "Security",
        description: "How Platen keeps hostile pages away from private networks, other jobs, keys and files.",
        parts: ["security.md"],
      },
      {
        slug: "accounts",
        title: "Accounts and keys",
        description: "Sign-in, sessions, API keys, public keys and the emails of an account.",
        parts: ["accounts.md"],
      },
      {
        slug: "billing",
        title: "Plans and billing",
        description: "Plans, prorated changes, overage with a spending cap, invoices and receipts.",
        parts: ["billing.md"],
      },
    ],
  },
  {
    title: "Widget",
    guides: [
      {
        slug: "widget",
        title: "Button on your site",
        description:
          "A button that saves a page as a PDF or a screenshot: one script and one tag on your site.",
        parts: ["widget.md"],
      },
      {
        slug: "wix",
        title: "Wix",
        description:
          "Add the button to a Wix site, and convert Wix pages with sharp images and without banners.",
        parts: ["widget/wix.md", "rendering.md#wix-pages"],
      },
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
      {
        slug: "self-hosting",
        title: "Self-hosting",
        description: "Run Platen on your own Cloudflare account: Workers, D1, R2 and queues, step by step.",
        parts: ["self-hosting.md"],
      },
      {
        slug: "operations",
        title: "Operations",
        description: "How a Platen installation recovers, what to monitor, and how to fix problems.",
        parts: ["operations.md"],
      },
      {
        slug: "performance",
        title: "Performance",
        description:
          "Times, throughput and processor time of Platen beside puppeteer and browserless, and how to repeat them.",
        parts: ["performance.md"],
      },
      {
        slug: "scale",
        title: "Scale and cost",
        description: "How many jobs an installation can render, what limits it, and what it costs.",
        parts: ["scale.md"],
      },
      {
        slug: "architecture",
        title: "Architecture",
        description: "The folders of the source, the path of a job through them, and where to make a change.",
        parts: ["architecture.md"],
      },
      {
        slug: "glossary",
        title: "Glossary",
        description: "One word for one thing: the terms of the code, the guides and the screens.",
        parts: ["glossary.md"],
      },
    ],
  },
];
