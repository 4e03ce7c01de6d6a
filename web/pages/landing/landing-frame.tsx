import { Link } from "wouter";
import { ButtonLink } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Logo } from "../../ui/logo.tsx";
import { SiteFooter } from "../../ui/site-footer.tsx";
import { ThemeSwitch } from "../../ui/theme-switch.tsx";

const LINKS = [
  ["/docs", "API Docs"],
  ["/embed", "Widget"],
  ["/plans", "Plans"],
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
            className={classes(
              "inline-flex items-center rounded-md px-2.5 py-1.5 text-muted hover:text-ink pointer-coarse:min-h-touch",
              href !== "/plans" && "max-sm:hidden",
            )}
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
  return <SiteFooter screens={LINKS} />;
}
