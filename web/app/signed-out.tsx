/** The signed-out app: the landing page, or a public screen below three tabs. */
import { lazy } from "react";
import { Link, useLocation } from "wouter";
import { FAREWELL_PATH } from "../pages/auth/farewell-path.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { SiteFooter } from "../ui/site-footer.tsx";
import { ThemeSwitch } from "../ui/theme-switch.tsx";
import { useTitle } from "../ui/use-title.ts";
import { Frame } from "./frame.tsx";
import { isInfoPage, type Place, placeOf, titleOf } from "./places.ts";
import { TabStrip } from "./tab-strip.tsx";

// Its document has its HTML, so loading it separately delays nothing that can be seen.
const Landing = lazy(async () => ({ default: (await import("../pages/landing/landing.tsx")).Landing }));
const Auth = lazy(async () => ({ default: (await import("../pages/auth/auth.tsx")).Auth }));
const Farewell = lazy(async () => ({
  default: (await import("../pages/auth/farewell.tsx")).Farewell,
}));
const Docs = lazy(async () => ({ default: (await import("../pages/docs/docs.tsx")).Docs }));
const Embed = lazy(async () => ({ default: (await import("../pages/embed/embed.tsx")).Embed }));
const Info = lazy(async () => ({ default: (await import("../pages/info/info.tsx")).Info }));
const MissingPage = lazy(async () => ({ default: (await import("./missing-page.tsx")).MissingPage }));
const Plans = lazy(async () => ({ default: (await import("../pages/plans/plans.tsx")).Plans }));

/** Signed out, `/dashboard`, `/jobs` and `/settings` show sign-in, and `/widget` shows the marketing page of the widget. */
function PublicPage({ place }: { place: Exclude<Place, "landing" | "admin"> }) {
  if (isInfoPage(place)) return <Info page={place} />;
  switch (place) {
    case "docs":
      return <Docs />;
    case "embed":
    case "widget":
      return <Embed />;
    case "plans":
      return <Plans />;
    case "auth":
    case "dashboard":
    case "jobs":
    case "settings":
      return <Auth />;
    case "missing":
      return <MissingPage />;
    default:
      return place satisfies never;
  }
}

export function SignedOut() {
  const [path] = useLocation();
  const place = placeOf(path);
  const isFarewell = path === FAREWELL_PATH;
  useTitle(isFarewell ? "Account deleted · Platen" : titleOf(place, path));
  if (place === "landing") return <Landing />;
  // app.tsx shows the operator's page.
  if (place === "admin") return null;

  const isAuth = place === "auth" || place === "dashboard" || place === "jobs" || place === "settings";
  const header = (
    <div className="mx-auto max-w-6xl px-4 pt-3 sm:px-6">
      <div className="flex items-center justify-between gap-3">
        <Link
          href="/"
          aria-label="Platen, landing page"
          className="inline-flex items-center rounded-sm pointer-coarse:min-h-touch"
        >
          <Logo />
        </Link>
        <div className="flex items-center gap-2">
          <ButtonLink href="/" size="small" look="quiet" icon="arrowLeft">
            Back to landing
          </ButtonLink>
          <ThemeSwitch />
        </div>
      </div>
      <div className="mt-2">
        <TabStrip
          label="Main"
          tabs={[
            { href: "/auth", label: "Sign In", current: isAuth },
            { href: "/docs", label: "API Docs", current: place === "docs" },
            { href: "/embed", label: "Widget", current: place === "embed" || place === "widget" },
          ]}
        />
      </div>
    </div>
  );
  return (
    <Frame header={header} footer={<SiteFooter screens={[["/plans", "Plans"]]} />}>
      {isFarewell ? <Farewell /> : <PublicPage place={place} />}
    </Frame>
  );
}
