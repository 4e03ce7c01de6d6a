/** The signed-in app: five tabs and their screens, selected by the address, and a cache of API data for one sign-in session. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, Redirect, useLocation } from "wouter";
import type { Profile } from "#contract/account/profile.ts";
import { PLANS } from "#contract/plans.ts";
import { CheckoutNotice } from "../billing/checkout-notice.tsx";
import { CallFailure } from "../client/failure.ts";
import { profileQuery, useProfile } from "../queries/profile.ts";
import { signOut } from "../session/session.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { Logo } from "../ui/logo.tsx";
import { SiteFooter } from "../ui/site-footer.tsx";
import { PageSpinner } from "../ui/spinner.tsx";
import { ThemeSwitch } from "../ui/theme-switch.tsx";
import { useTitle } from "../ui/use-title.ts";
import { BrokenPage } from "./broken-page.tsx";
import { Frame } from "./frame.tsx";
import { MissingPage } from "./missing-page.tsx";
import {
  isInfoPage,
  lastTab,
  type Place,
  placeOf,
  rememberTab,
  TAB_LABELS,
  TABS,
  type Tab,
  titleOf,
} from "./places.ts";
import { TabStrip } from "./tab-strip.tsx";

const Dashboard = lazy(async () => ({
  default: (await import("../pages/dashboard/dashboard.tsx")).Dashboard,
}));
const Jobs = lazy(async () => ({ default: (await import("../pages/jobs/jobs.tsx")).Jobs }));
const SignedInDocs = lazy(async () => ({
  default: (await import("../pages/docs/signed-in-docs.tsx")).SignedInDocs,
}));
const Widget = lazy(async () => ({ default: (await import("../pages/widget/widget.tsx")).Widget }));
const Embed = lazy(async () => ({ default: (await import("../pages/embed/embed.tsx")).Embed }));
const SignedInPlans = lazy(async () => ({
  default: (await import("../pages/plans/signed-in-plans.tsx")).SignedInPlans,
}));
const Info = lazy(async () => ({ default: (await import("../pages/info/info.tsx")).Info }));
const Settings = lazy(async () => ({ default: (await import("../pages/settings/settings.tsx")).Settings }));

const RETRIES = 2;
const FRESH_MS = 10_000;

function makeQueryClient(profile: Profile | null): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Without a network a call fails, so that the page says so. The default waits for the network, without a word.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: FRESH_MS,
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof CallFailure && error.status >= 400 && error.status < 500),
      },
    },
  });
  if (profile) client.setQueryData(profileQuery.queryKey, profile);
  return client;
}

type Screen = Exclude<Place, "landing" | "auth" | "admin">;

function Page({ screen }: { screen: Screen }) {
  if (isInfoPage(screen)) return <Info page={screen} />;
  switch (screen) {
    case "dashboard":
      return <Dashboard />;
    case "jobs":
      return <Jobs />;
    case "embed":
      return <Embed />;
    case "docs":
      return <SignedInDocs />;
    case "widget":
      return <Widget />;
    case "plans":
      return <SignedInPlans />;
    case "settings":
      return <Settings />;
    case "missing":
      return <MissingPage />;
    default:
      return screen satisfies never;
  }
}

/** The tab that a screen belongs to; null for the others. */
function tabOf(place: Place): Tab | null {
  if (place === "jobs") return "dashboard";
  if (place === "embed") return "widget";
  return TABS.find((tab) => tab === place) ?? null;
}

function Header({ current }: { current: Tab | null }) {
  const { data: profile } = useProfile();
  return (
    <div className="mx-auto max-w-6xl px-4 pt-3 sm:px-6">
      <div className="flex items-center justify-between gap-3">
        <Link
          href="/dashboard"
          aria-label="Platen, dashboard"
          className="inline-flex items-center rounded-sm pointer-coarse:min-h-touch"
        >
          <Logo />
        </Link>
        <div className="flex min-w-0 items-center gap-1.5 sm:gap-3">
          <div className="min-w-0 text-right text-sm leading-tight">
            <p className="truncate sm:max-w-xs" title={profile?.email}>
              {profile?.email}
            </p>
            <p className="text-muted">{profile ? `${PLANS[profile.tier].name} Plan` : "Loading..."}</p>
          </div>
          <ThemeSwitch />
          <Button size="small" onClick={signOut}>
            Logout
          </Button>
        </div>
      </div>
      <div className="mt-2">
        <TabStrip
          label="Main"
          tabs={TABS.map((tab) => ({
            href: `/${tab}`,
            label: TAB_LABELS[tab],
            current: tab === current,
            badge:
              tab === "plans" && profile?.tier === "free" ? <Badge tone="accent">Upgrade</Badge> : undefined,
          }))}
        />
      </div>
    </div>
  );
}

function Screens() {
  const [path] = useLocation();
  const place = placeOf(path);
  const tab = tabOf(place);

  useEffect(() => {
    if (tab) rememberTab(tab);
  }, [tab]);

  useTitle(titleOf(place, path));

  // app.tsx shows the operator's page.
  if (place === "admin") return null;
  if (place === "landing" || place === "auth")
    return <Redirect to={`/${lastTab()}${window.location.search}`} replace />;
  return (
    <Frame header={<Header current={tab} />} footer={<SiteFooter />}>
      <CheckoutNotice />
      <ErrorBoundary key={place} fallback={<BrokenPage />}>
        <Suspense fallback={<PageSpinner />}>
          <Page screen={place} />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  );
}

export function SignedIn({ profile }: { profile: Profile | null }) {
  const [client] = useState(() => makeQueryClient(profile));
  return (
    <QueryClientProvider client={client}>
      <Screens />
    </QueryClientProvider>
  );
}
