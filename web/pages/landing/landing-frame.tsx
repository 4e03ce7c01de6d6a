import { Link } from "wouter";
import { ButtonLink } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { ThemeSwitch } from "../../ui/theme-switch.tsx";

const LINKS = [
  ["/docs", "API Docs"],
  ["/embed", "Widget"],
  ["/plans", "Plans"],
] as const;

const ABOUT = [
  ["/status", "Status"],
  ["/changelog", "Changelog"],
  ["/terms", "Terms"],
  ["/privacy", "Privacy"],
  ["/security", "Security"],
] as const;

export function LandingHeader() {
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-3 px-4 pt-4 sm:px-6">
      <Logo />
      <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
        {LINKS.map(([href, label]) => (
          <Link
            key={href}
            href={href}
            className="rounded-md px-2.5 py-1.5 text-muted hover:text-ink max-sm:hidden"
          >
            {label}
          </Link>
        ))}
        <ThemeSwitch />
        <ButtonLink href="/auth" size="small">
          Sign In
        </ButtonLink>
      </nav>
    </header>
  );
}

export function LandingFooter() {
  return (
    <footer className="mx-auto w-full max-w-6xl px-4 pb-10 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-6 text-muted text-sm">
        <Logo />
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-1">
          {[...LINKS, ...ABOUT].map(([href, label]) => (
            <Link key={href} href={href} className="py-1 pointer-coarse:py-[13px] hover:text-ink">
              {label}
            </Link>
          ))}
          <a href="/api/v1/openapi.json" className="py-1 pointer-coarse:py-[13px] hover:text-ink">
            OpenAPI
          </a>
        </nav>
      </div>
    </footer>
  );
}
