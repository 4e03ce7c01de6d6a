import { Link } from "wouter";
import { Logo } from "./logo.tsx";
import { SupportLink } from "./support-link.tsx";

const ABOUT = ["Status", "Changelog", "Terms", "Privacy", "Security"] as const;

const TARGET = "py-1 pointer-coarse:py-[13px] hover:text-ink";

interface SiteFooterProps {
  /** Screens that the header of the page does not name: their paths and labels. */
  screens?: readonly (readonly [string, string])[];
}

/** What every page of the site ends with. */
export function SiteFooter({ screens = [] }: SiteFooterProps) {
  return (
    <footer className="mx-auto w-full max-w-6xl px-4 pb-8 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-6 text-muted text-sm">
        <Logo />
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-1">
          {[...screens, ...ABOUT.map((label) => [`/${label.toLowerCase()}`, label] as const)].map(
            ([href, label]) => (
              <Link key={href} href={href} className={TARGET}>
                {label}
              </Link>
            ),
          )}
          <a href="/api/v1/openapi.json" className={TARGET}>
            OpenAPI
          </a>
          <SupportLink className={TARGET}>Support</SupportLink>
        </nav>
      </div>
    </footer>
  );
}
